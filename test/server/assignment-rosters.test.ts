import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weekdays, type WorkTimes } from '../../contract/entities/work-times.ts';
import { defaultWorkTimes, nextWorkingTime } from '../../contract/work-times.ts';
import {
  assignLeads,
  MAX_PER_RUN,
  type Assignment,
  type Consultant,
  type LeadToAssign,
} from '../../server/features/assignment/score.ts';

const ROSTERS = 2_000;
const STARTS_SOON_MS = 2 * 3_600_000;
const seed = Number(process.env['ASSIGNMENT_SEED'] ?? Date.now() % 1_000_000_000);
process.stdout.write(`assignment: ${ROSTERS} random rosters, seed ${seed}\n`);

const languages = ['ru', 'en', 'de'] as const;
const countries = ['DE', 'KZ', null] as const;
const hour = (n: number) => `${String(n).padStart(2, '0')}:00`;

const workTimes = fc
  .record({
    zone: fc.constantFrom('Europe/Berlin', 'Asia/Almaty', 'America/Santiago', 'UTC'),
    hours: fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 4, max: 16 })), {
      minLength: 7,
      maxLength: 7,
    }),
    isNever: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  })
  .map(({ zone, hours, isNever }): WorkTimes => {
    const day = (index: number) => {
      const [from, length] = hours[index]!;
      return isNever ? [] : [{ from: hour(from), to: hour(Math.min(24, from + length)) }];
    };
    const days = Object.fromEntries(weekdays.map((name, index) => [name, day(index)])) as WorkTimes['days'];
    return { zone, days, exceptions: [] };
  });

const consultant = (id: string) =>
  fc.record({
    id: fc.constant(id),
    is_active: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    is_blocked: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    language: fc.constantFrom(...languages),
    country: fc.constantFrom(...countries),
    work_times: fc.oneof(workTimes, fc.constant(defaultWorkTimes('Europe/Berlin'))),
    daily_limit: fc.integer({ min: 0, max: 12 }),
    taken_today: fc.integer({ min: 0, max: 8 }),
    open_leads: fc.integer({ min: 0, max: 30 }),
    rating: fc.integer({ min: 0, max: 10 }),
    last_assigned_at: fc.option(fc.integer({ min: 0, max: 1_000 })),
  });

const roster = fc
  .record({
    now: fc
      .integer({ min: Date.parse('2026-01-01T00:00:00Z') / 60_000, max: Date.parse('2027-01-01T00:00:00Z') / 60_000 })
      .map((minute) => minute * 60_000),
    consultants: fc
      .integer({ min: 0, max: 7 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => consultant(`c${index}`)))),
    leads: fc.array(
      fc.record({
        language: fc.constantFrom(...languages),
        country: fc.constantFrom(...countries),
        waiting_since: fc.integer({ min: 0, max: 50 }),
        excluded: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 2 }),
      }),
      { minLength: 2, maxLength: 25, size: 'max' },
    ),
  })
  .map(({ leads, ...rest }) => ({
    ...rest,
    leads: leads.map((lead, index): LeadToAssign => ({
      ...lead,
      id: `l${String(index).padStart(2, '0')}`,
      excluded: new Set(lead.excluded.map((at) => `c${at}`)),
    })),
  }));

const countOf = (assigned: readonly Assignment[], id: string) =>
  assigned.filter(({ consultant_id }) => consultant_id === id).length;

function canTake(lead: LeadToAssign, consultant: Consultant, now: number): boolean {
  const nextWorkTime = nextWorkingTime(consultant.work_times, now);
  const isAvailable =
    consultant.is_active &&
    !consultant.is_blocked &&
    consultant.rating > 0 &&
    nextWorkTime !== null &&
    nextWorkTime <= now + STARTS_SOON_MS;
  return isAvailable && consultant.language === lead.language && !lead.excluded.has(consultant.id);
}

const shuffled = <T>(items: readonly T[]): T[] => items.toReversed().toSorted((a, b) => hash(a) - hash(b));
const hash = (item: unknown): number =>
  [...JSON.stringify(item)].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 9973, 7);

describe('assignment with random teams', () => {
  it('assigns leads deterministically and within limits, and leaves no lead that an employee could take', () => {
    let assignedInAll = 0;
    fc.assert(
      fc.property(roster, ({ leads, consultants, now }) => {
        const assigned = assignLeads(leads, consultants, now);
        assignedInAll += assigned.length;
        expect(new Set(assigned.map(({ lead_id }) => lead_id)).size).toBe(assigned.length);
        for (const { lead_id, consultant_id } of assigned) {
          const lead = leads.find(({ id }) => id === lead_id)!;
          const consultant = consultants.find(({ id }) => id === consultant_id)!;
          expect(canTake(lead, consultant, now)).toBe(true);
          expect(consultant).toMatchObject({ is_active: true, is_blocked: false });
          expect(consultant.rating).toBeGreaterThan(0);
        }
        for (const { id, taken_today, daily_limit } of consultants) {
          const count = countOf(assigned, id);
          expect(count).toBeLessThanOrEqual(MAX_PER_RUN);
          if (count > 0) expect(taken_today + count).toBeLessThanOrEqual(daily_limit);
        }
        const remainingLeads = leads.filter(({ id }) => !assigned.some(({ lead_id }) => lead_id === id));
        for (const lead of remainingLeads)
          for (const consultant of consultants.filter((candidate) => canTake(lead, candidate, now))) {
            const count = countOf(assigned, consultant.id);
            expect(count === MAX_PER_RUN || consultant.taken_today + count >= consultant.daily_limit).toBe(true);
          }
        expect(assignLeads(shuffled(leads), shuffled(consultants), now)).toEqual(assigned);
      }),
      { numRuns: ROSTERS, seed },
    );
    // Ensures that most of the generated rosters have a lead that can be assigned.
    expect(assignedInAll).toBeGreaterThan(ROSTERS / 2);
  });
});

const at = Date.parse('2026-03-02T10:00:00Z');
const olga: Consultant = {
  id: 'olga',
  is_active: true,
  is_blocked: false,
  language: 'en',
  country: 'DE',
  daily_limit: 20,
  taken_today: 0,
  open_leads: 0,
  rating: 5,
  last_assigned_at: null,
  work_times: defaultWorkTimes('Europe/Berlin'),
};
const lead = (id: string, change: Partial<LeadToAssign> = {}): LeadToAssign => ({
  id,
  language: 'en',
  country: null,
  waiting_since: 1,
  excluded: new Set(),
  ...change,
});
const chosen = (leads: LeadToAssign[], consultants: Consultant[], now = at) =>
  assignLeads(leads, consultants, now).map(({ lead_id, consultant_id }) => `${lead_id}>${consultant_id}`);

describe('assignment order', () => {
  it('prefers the employee with the least work in proportion to the rating', () => {
    const highlyRated = { ...olga, open_leads: 6, rating: 9 };
    const lessRated = { ...olga, id: 'timur', open_leads: 4, rating: 5 };
    expect(chosen([lead('anna')], [highlyRated, lessRated])).toEqual(['anna>olga']);
  });

  it('breaks ties by the fewest leads today, then by the longest time since the last lead', () => {
    const pairs: [Partial<Consultant>, Partial<Consultant>][] = [
      [{ taken_today: 1 }, {}],
      [{ last_assigned_at: 9 }, { last_assigned_at: 3 }],
      [{ last_assigned_at: 9 }, {}],
      [{ id: 'zoe' }, {}],
    ];
    for (const [consultant, other] of pairs)
      expect(
        chosen(
          [lead('anna')],
          [
            { ...olga, id: 'x', ...consultant },
            { ...olga, id: 'w', ...other },
          ],
        ),
      ).toEqual(['anna>w']);
  });

  it('prefers an employee of the same country where there is one', () => {
    const compatriot = { ...olga, id: 'timur', country: 'KZ', open_leads: 9 };
    expect(chosen([lead('anna', { country: 'KZ' })], [olga, compatriot])).toEqual(['anna>timur']);
    expect(chosen([lead('anna', { country: 'FR' })], [olga, compatriot])).toEqual(['anna>olga']);
  });

  it('assigns the oldest lead first, three per run', () => {
    const leads = [4, 1, 3, 2, 5].map((n) => lead(`l${n}`, { waiting_since: n }));
    expect(chosen(leads, [olga])).toEqual(['l1>olga', 'l2>olga', 'l3>olga']);
  });

  it('counts an employee whose working time starts within two hours as present', () => {
    expect(chosen([lead('anna')], [olga], Date.parse('2026-03-02T06:00:00Z'))).toEqual(['anna>olga']);
    expect(chosen([lead('anna')], [olga], Date.parse('2026-03-02T05:59:00Z'))).toEqual([]);
  });
});

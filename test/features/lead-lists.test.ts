import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../contract/entities/person.ts';
import type { WaitingLead } from '../../contract/entities/waiting-lead.ts';
import type { Receipt } from '../../src/db/outbox/entry.ts';
import { countPeopleOf } from '../../src/db/queries/people.ts';
import { savedDecidedLeads, withDecidedLeads } from '../../src/db/queries/waiting-leads.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { savedOwnLeads, type LeadFilters } from '../../src/features/leads/queries.ts';
import { countAllWaiting, savedWaitingLeads } from '../../src/features/leads/waiting-queries.ts';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { makePhone } from '../helpers/fake-server.ts';
import { resizeWindowForTests } from '../helpers/window-size.ts';
import { resizeWindow } from '../helpers/windows.ts';
import { ANNA } from './fake-app.tsx';
import { makePerson, makeWaitingLead } from './people-maker.ts';

const id = (index: number) => `0198c000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`;
const hour = (index: number) => `2026-03-02T${String(index).padStart(2, '0')}:00:00.000Z`;
const makeFilters = (change: LeadFilters = {}): LeadFilters => change;

let db: PhoneDb;
beforeEach(async () => {
  ({ db } = (await makePhone()).phone);
});

const places = [
  { language: 'ru', country: 'UA' },
  { language: 'de', country: 'DE' },
  { language: 'de', country: null },
  { language: 'ru', country: 'DE' },
] as const;

describe('the list of waiting leads', () => {
  beforeEach(async () => {
    const rows = places.map((place, index) =>
      makeWaitingLead({ ...place, id: id(index), waiting_since: hour(9 - index) }),
    );
    await db.waiting_leads.bulkPut(rows);
  });

  it.each([
    [{}, [3, 2, 1, 0]],
    [{ language: 'de' }, [2, 1]],
    [{ country: 'DE' }, [3, 1]],
    [{ language: 'de', country: 'DE' }, [1]],
    [{ language: 'en' }, []],
  ])('filters waiting leads by %o, and lists the longest waiting first', async (filters, shown) => {
    const list = await savedWaitingLeads(db, makeFilters(filters), 10);
    expect(list.rows.map((row) => row.id)).toEqual(shown.map(id));
    expect([list.count, list.total]).toEqual([shown.length, 4]);
    expect(list.choices).toEqual({ languages: ['de', 'ru'], countries: ['DE', 'UA'] });
  });

  it('counts all matching waiting leads and returns the requested number of them', async () => {
    const list = await savedWaitingLeads(db, makeFilters({ language: 'de' }), 1);
    expect(list.rows.map((row) => row.id)).toEqual([id(2)]);
    expect(list.count).toBe(2);
  });
});

describe('waiting leads that are only on the server', () => {
  resizeWindowForTests('waiting_leads', 2);

  const [a, b, c, d] = [0, 1, 2, 3].map((index) =>
    makeWaitingLead({ id: id(index), waiting_since: hour(index), language: index === 3 ? 'de' : 'ru' }),
  ) as [WaitingLead, WaitingLead, WaitingLead, WaitingLead];
  const savePage = (
    page: number,
    rows: WaitingLead[],
    { next = null as number | null, language = '', hours = 1 } = {},
  ) =>
    db.pages.put({
      key: staffKeys.waitingLeads({ page, language, country: '' }),
      rows,
      about: { count: 1240, total_count: 1300, next },
      fetched_at: hour(hours),
    });
  const ids = (list: { rows: WaitingLead[] }) => list.rows.map((row) => row.id);

  it('offers to fetch more waiting leads only if the device holds its maximum', async () => {
    await db.waiting_leads.put(a);
    expect(await savedWaitingLeads(db, {}, 50)).toMatchObject({ count: 1, further: null, hasMore: false });
    expect(await countAllWaiting(db)).toEqual({ count: 1, isMinimum: false });
    await db.waiting_leads.put(b);
    const list = await savedWaitingLeads(db, {}, 50);
    expect(list).toMatchObject({ count: 2, further: { page: 1, at: null, mirrored: 2 }, hasMore: false });
    expect(await countAllWaiting(db)).toEqual({ count: 2, isMinimum: true });
  });

  it("lists each of the server's waiting leads once, after the leads on the device", async () => {
    await db.waiting_leads.bulkPut([a, b]);
    await savePage(1, [a, b, c], { next: 2, hours: 5 });
    await savePage(2, [c, d], { next: null, hours: 4 });
    expect(await savedWaitingLeads(db, {}, 50)).toMatchObject({ count: 1240, total: 1300, hasMore: true });
    const list = await savedWaitingLeads(db, {}, 100);
    expect(ids(list)).toEqual([a, b, c, d].map((lead) => lead.id));
    expect(list).toMatchObject({ hasMore: false, further: { page: 2, at: hour(4), mirrored: 2 } });
    expect(list.choices.languages).toEqual(['de', 'ru']);
    expect(await countAllWaiting(db)).toEqual({ count: 1300, isMinimum: false });
  });

  it('omits a waiting lead that was assigned to the user after the page was fetched', async () => {
    await db.waiting_leads.bulkPut([a, b]);
    await db.people.bulkPut([
      makePerson({ id: c.id, status: 'processing' }),
      makePerson({ id: d.id, status: 'waiting' }),
    ]);
    await savePage(1, [c, d]);
    expect(ids(await savedWaitingLeads(db, {}, 50))).toEqual([a.id, b.id, d.id]);
  });

  it('fetches waiting leads per filter, starting where the leads on the device end', async () => {
    await db.waiting_leads.bulkPut([a, b]);
    await savePage(1, [d], { language: 'de' });
    expect(ids(await savedWaitingLeads(db, { language: 'de' }, 50))).toEqual([d.id]);
    expect(ids(await savedWaitingLeads(db, {}, 50))).toEqual([a.id, b.id]);
    resizeWindow('waiting_leads', 118);
    const many = Array.from({ length: 118 }, (_, index) =>
      makeWaitingLead({ id: `0198c000-0000-7000-8000-${String(index).padStart(12, '0')}`, waiting_since: hour(1) }),
    );
    await db.waiting_leads.bulkPut(many);
    expect((await savedWaitingLeads(db, {}, 50)).further?.page).toBe(3);
    expect((await savedWaitingLeads(db, {}, 151)).further?.page).toBe(4);
  });
});

describe('a lead that was just taken', () => {
  const [kept, arriving, waiting, refused, fetched, lost] = [0, 1, 2, 3, 4, 5].map((index) =>
    makeWaitingLead({ id: id(index), waiting_since: hour(index) }),
  ) as [WaitingLead, WaitingLead, WaitingLead, WaitingLead, WaitingLead, WaitingLead];
  const isOwn = ({ responsible_id }: Person) => responsible_id === ANNA;
  const saveReceipt = (lead: WaitingLead, change: Partial<Receipt> = {}) =>
    db.history.put({
      op_id: `op ${lead.id}`,
      kind: 'lead.take',
      entity: 'waiting_leads',
      entity_id: lead.id,
      title: lead.first_name,
      at_client: 0,
      server_time: lead.waiting_since,
      rev: 9,
      background: 0,
      ...change,
    });

  it('a lead that was just taken keeps its row until the person arrives', async () => {
    const next = makeWaitingLead({ id: id(6), waiting_since: hour(6) });
    await db.waiting_leads.bulkPut([waiting, next]);
    await db.people.bulkPut([
      makePerson({ id: kept.id, responsible_id: ANNA }),
      makePerson({ id: lost.id, responsible_id: next.id }),
    ]);
    for (const lead of [kept, arriving, waiting, fetched, lost, next]) await saveReceipt(lead);
    const rows = [waiting, fetched, next];
    const taken = [refused, kept, arriving, waiting, fetched, lost];
    const decidedLeads = await savedDecidedLeads(db, taken, isOwn, rows);
    expect([...decidedLeads.kept.keys()]).toEqual([kept.id]);
    expect([...decidedLeads.arriving]).toEqual([arriving.id]);
    expect(withDecidedLeads(rows, taken, decidedLeads)).toEqual([kept, arriving, waiting, fetched, next]);
    expect(withDecidedLeads([kept, ...rows], taken, decidedLeads)).toEqual([kept, arriving, waiting, fetched, next]);
  });

  it.each([
    ['before the lead began to wait', { server_time: hour(0) }],
    ['for another write', { kind: 'lead.give' }],
  ] as const)('do not keep their rows because of a receipt %s', async (_, change) => {
    await saveReceipt(arriving, change);
    const { arriving: found } = await savedDecidedLeads(db, [arriving], isOwn, []);
    expect([...found]).toEqual([]);
  });
});

describe("the user's own people", () => {
  beforeEach(async () => {
    const statuses = ['not_active', 'active', 'processing', 'processing'] as const;
    const rows = places.map((place, index) =>
      makePerson({ ...place, id: id(index), status: statuses[index]!, updated_at: hour(index) }),
    );
    await db.people.bulkPut([...rows, makePerson({ id: id(9), responsible_id: id(8) })]);
  });

  it.each([
    [{}, [3, 2, 1, 0]],
    [{ status: 'processing' as const }, [3, 2]],
    [{ status: 'not_active' as const }, [0]],
    [{ language: 'de' }, [2, 1]],
    [{ language: 'ru', status: 'processing' as const }, [3]],
    [{ country: 'DE' }, [3, 1]],
  ])("filters the user's own people by %o, sorted by status and then last change", async (filters, shown) => {
    const list = await savedOwnLeads(db, ANNA, makeFilters(filters), 10);
    expect(list.rows.map((row) => row.id)).toEqual(shown.map(id));
    expect([list.count, list.total]).toEqual([shown.length, 4]);
  });

  it("counts the user's own people of every status", async () => {
    expect(await countPeopleOf(db, ANNA)).toBe(4);
  });
});

import { describe, expect, it } from 'vitest';
import type { Call } from '../../contract/api-calls/define.ts';
import { callNamed } from '../../contract/api-calls/index.ts';
import { entities } from '../../contract/entities/index.ts';
import type { WriteContext } from '../../contract/writes/define.ts';
import { writeNamed, writeNames, writes, type WriteName } from '../../contract/writes/index.ts';
import { sampleTime, sampleId, laterTime, validArgs } from '../helpers/valid-args.ts';
import { recurringRow } from '../helpers/recurring-donations.ts';

const context: WriteContext = {
  user_id: sampleId(1),
  user_name: 'Anna Person',
  device_id: sampleId(2),
  is_manager: false,
  id: sampleId(3),
  at: sampleTime,
};

/** The writes that must run first to create the row that a write changes. Writes that create a row have none. */
const earlierWrites: Partial<Record<WriteName, [WriteName, ...WriteName[]]>> = {
  'comment.edit': ['comment.add'],
  'comment.delete': ['comment.add'],
  'task.edit': ['task.create'],
  'task.start': ['task.create'],
  'task.pause': ['task.create', 'task.start'],
  'task.finish': ['task.create', 'task.start'],
  'task.reschedule': ['task.create'],
  'task.cancel': ['task.create'],
  'task.reopen': ['task.create', 'task.cancel'],
  'task.reassign': ['task.create'],
  'contact.edit': ['contact.create'],
  'contact.photo': ['contact.create'],
  'contact.delete': ['contact.create'],
  'contact.merge': ['contact.create'],
  'contact.unmerge': ['contact.create', 'contact.merge'],
  'contact_category.edit': ['contact_category.create'],
  'contact_category.delete': ['contact_category.create'],
  'lead.give': ['lead.create'],
  'lead.reject': ['lead.create'],
  'lead.activate': ['lead.create'],
  'lead.close': ['lead.create'],
  'lead.reopen': ['lead.create', 'lead.close'],
  'lead.remove': ['lead.create'],
  'partner.make': ['lead.create'],
  'partner.attach': ['lead.create', 'partner.make'],
  'partner.detach': ['lead.create', 'partner.make', 'partner.attach'],
  'partner.commission': ['lead.create', 'partner.make'],
  'person.edit': ['lead.create'],
  'donation.correct': ['donation.submit'],
  'interaction.edit': ['interaction.log'],
  'interaction.delete': ['interaction.log'],
  'ticket.reply': ['ticket.create'],
  'ticket.cancel': ['ticket.create'],
  'handover.take': ['handover.offer'],
  'handover.decline': ['handover.offer'],
  'flow.edit': ['flow.create'],
  'flow.cover': ['flow.create'],
  'flow.archive': ['flow.create'],
  'flow.unarchive': ['flow.create', 'flow.archive'],
  'flow.delete': ['flow.create'],
  'saved_view.edit': ['saved_view.create'],
  'saved_view.delete': ['saved_view.create'],
  'landing_block.edit': ['landing_block.add'],
  'landing_block.images': ['landing_block.add'],
  'landing_block.move': ['landing_block.add'],
  'landing_block.hide': ['landing_block.add'],
  'landing_block.delete': ['landing_block.add'],
};

const me = {
  id: sampleId(3),
  rev: 1,
  email: null,
  phone: null,
  first_name: 'Anna',
  last_name: 'Person',
  middle_name: null,
  avatar: null,
  language: 'en',
  theme: 'system',
  text_size: 'm',
  country: null,
  city: null,
  time_zone: 'UTC',
  date_birth: null,
  telegram: null,
  promo_code: null,
  referrer: null,
  subscribed_until: null,
  created_at: sampleTime,
  is_superuser: false,
  is_staff: false,
  is_manager: false,
  is_active: true,
  is_blocked: false,
  is_subscribed: false,
};

function rowAfterWrite(name: WriteName, row: unknown): unknown {
  // Only a manager may reassign tasks.
  const caller = { ...context, is_manager: name === 'task.reassign' };
  return writeNamed(name)!.optimistic(row, validArgs[name], caller);
}

/** Returns a function that makes a ticket in the given state, by default assigned to the caller. */
const staffTicket =
  (state: string, access = 'own') =>
  () => ({
    ...(rowAfterWrite('ticket.create', null) as object),
    access,
    author_name: 'Nina',
    has_telegram: true,
    messages: [],
    state,
    responsible_id: sampleId(1),
    responsible_name: 'Carl',
    taken_at: sampleTime,
    closed_at: null,
    snooze_until: null,
    first_response_due: laterTime,
    first_answered_at: null,
    resolve_due: laterTime,
  });

/** Returns a task with a doubtful interval. */
function doubtfulTask(): unknown {
  const slice = {
    id: sampleId(4),
    from: sampleTime,
    to: laterTime,
    device_id: sampleId(2),
    estimated: false,
    needs_review: true,
  };
  return { ...(rowAfterWrite('task.create', null) as object), slices: [slice] };
}

const subscription = {
  ...{
    id: sampleId(1),
    rev: 1,
    state: 'active',
    next: null,
    started_at: sampleTime,
    until: laterTime,
    next_try_at: null,
    method: null,
  },
  plan: {
    package_id: sampleId(9),
    title: { en: 'Learn', ru: 'Учёба', de: 'Lernen' },
    period: 'year',
    price_cents: 5400,
  },
  ...{ promo_code: null, history: [] },
};

/** For each write that changes a row which its author cannot create with another write: that row. */
const startRows: Partial<Record<WriteName, () => unknown>> = {
  'notification.read': () => ({
    ...{ id: sampleId(1), rev: 1, kind: 'task_due', target_id: sampleId(3), title: 'Call Nina', by_name: '' },
    ...{ created_at: sampleTime, read_at: null },
  }),
  'settings.update': () => me,
  'task.confirm_slice': doubtfulTask,
  'me.update': () => me,
  'subscription.auto_pay': () => subscription,
  'me.work_times': () => me,
  'me.avatar': () => me,
  'lead.take': () => ({
    id: sampleId(3),
    rev: 1,
    first_name: 'Nina',
    city: '',
    country: null,
    language: 'de',
    waiting_since: sampleTime,
    source: null,
  }),
  'recurring_donation.pause': () => recurringRow(),
  'recurring_donation.resume': () => recurringRow({ state: 'paused', next_at: null }),
  'recurring_donation.end': () => recurringRow(),
  'donation.confirm': () => ({ ...(rowAfterWrite('donation.submit', null) as object), author_id: sampleId(9) }),
  'donation.reject': () => ({ ...(rowAfterWrite('donation.submit', null) as object), author_id: sampleId(9) }),
  'ticket.close': () => ({ ...(rowAfterWrite('ticket.create', null) as object), state: 'resolved' }),
  'ticket.rate': () => ({ ...(rowAfterWrite('ticket.create', null) as object), state: 'resolved' }),
  'ticket.take': staffTicket('new', 'free'),
  'ticket.release': staffTicket('taken'),
  'ticket.answer': staffTicket('taken'),
  'ticket.note': staffTicket('resolved'),
  'ticket.resolve': staffTicket('waiting_user'),
  'ticket.reject': staffTicket('taken'),
  'ticket.resume': staffTicket('resolved'),
  'ticket.snooze': staffTicket('taken'),
  'ticket.prioritise': staffTicket('taken'),
  'ticket.message': staffTicket('taken'),
  'ticket.reopen': () => ({
    ...(rowAfterWrite('ticket.create', null) as object),
    state: 'closed',
    closed_at: sampleTime,
  }),
};

const startRowOf = (name: WriteName): unknown =>
  (earlierWrites[name] ?? []).reduce<unknown>(
    (row, earlier) => rowAfterWrite(earlier, row),
    startRows[name]?.() ?? null,
  );

describe('every write', () => {
  it.each(writeNames)('the write %s accepts its arguments and no other field', (name) => {
    const { args } = writes[name];
    expect(args.safeParse(validArgs[name]).success).toBe(true);
    expect(args.safeParse({ ...validArgs[name], surprise: 1 }).success).toBe(false);
    expect(args.safeParse({}).success).toBe(false);
    for (const invalidArgs of [null, [], 'text', 7]) expect(args.safeParse(invalidArgs).success).toBe(false);
  });

  it.each(writeNames)('the write %s produces an optimistic row that is valid under the contract', (name) => {
    const optimisticRow = rowAfterWrite(name, startRowOf(name));
    if (writes[name].mode === 'delete') return expect(optimisticRow).toBeNull();
    const hint = `if ${name} changes an existing row, add the writes that create the row to earlierWrites in this test`;
    expect(entities[writes[name].entity].schema.safeParse(optimisticRow).error?.issues ?? [], hint).toEqual([]);
    return undefined;
  });

  it.each(writeNames)('the write %s is pure and idempotent', (name) => {
    const start = startRowOf(name);
    const copy = structuredClone(start);
    const once = rowAfterWrite(name, start);
    const again = rowAfterWrite(name, start);
    expect(again).toEqual(once);
    expect(start).toEqual(copy);
    expect(rowAfterWrite(name, once)).toEqual(once);
  });

  // The first write to one of these entities creates a person's own row about a shared record.
  const ownRowEntities = ['lesson_progress', 'news_reads', 'event_answers', 'book_shelf'];

  it.each(writeNames)('the write %s does not restore a removed row unless it creates rows', (name) => {
    const createsRow = writes[name].mode === 'create' || ownRowEntities.includes(writes[name].entity);
    if (!createsRow) expect(rowAfterWrite(name, null)).toBeNull();
    else expect(rowAfterWrite(name, null)).not.toBeNull();
  });

  it.each(writeNames)('the write %s produces a valid body for its documented call, which is idempotent', (name) => {
    const { documented } = writes[name];
    if (documented === null) return;
    const call: Call = callNamed(documented.call);
    const to_body = documented.to_body as (args: unknown, id: string, row: unknown) => unknown;
    const args: Record<string, unknown> = name === 'settings.update' ? { language: 'de' } : validArgs[name];
    expect(call.body?.safeParse(to_body(args, sampleId(3), null)).error?.issues ?? []).toEqual([]);
    expect(call.idempotent).toBe(true);
  });
});

describe('write names', () => {
  it('rejects unknown write names', () => {
    for (const name of ['task.fly', 'toString', '__proto__', 'constructor']) expect(writeNamed(name)).toBeUndefined();
  });
});

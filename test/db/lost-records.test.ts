import { describe, expect, test } from 'vitest';
import type { Args, WriteName } from '../../contract/writes/index.ts';
import { writes } from '../../contract/writes/index.ts';
import { applyChanges } from '../../src/db/outbox/apply-changes.ts';
import type { Entry } from '../../src/db/outbox/entry.ts';
import { offerUnsentWork } from '../../src/db/outbox/handover.ts';
import { prepareEntry } from '../../src/db/outbox/outbox.ts';
import { outboxTransaction } from '../../src/db/outbox/undo.ts';
import { iso } from '../../src/lib/ports.ts';
import { makePhoneDb, newId, START } from '../helpers/phone.ts';
import { validArgs } from '../helpers/valid-args.ts';

const kinds = Object.keys(writes) as WriteName[];

/** Queues one write of each kind, about different records. Returns the entries by kind. */
async function phoneWithAllKinds(change: Partial<Entry> = {}) {
  const phone = makePhoneDb();
  for (const kind of kinds) {
    const draft = { kind, id: newId(), args: validArgs[kind] as Args<WriteName>, title: 'x'.repeat(201) };
    const { write: _, ...entry } = prepareEntry(draft, phone.deps(), newId());
    await phone.db.outbox.add({ ...entry, ...change });
  }
  const entries = await phone.db.outbox.orderBy('seq').toArray();
  const offer = () => outboxTransaction(phone.db, async () => offerUnsentWork(phone.db, entries, phone.deps()));
  return { ...phone, entries, offer };
}

describe('unsent work on a record to which access was lost', () => {
  test('offers notes, results and edits, deletes background writes, and keeps all others as refused', async () => {
    const { db, entries, offer, clock } = await phoneWithAllKinds();
    const op_ids = await offer();
    const remaining = await db.outbox.orderBy('seq').toArray();
    const offers = remaining.filter(({ op_id }) => op_ids.includes(op_id));
    const offered = offers.map(({ args }) => (args as Args<'handover.offer'>).kind);
    expect(offered).toEqual([
      ...['task.edit', 'task.finish', 'contact.edit', 'interaction.log', 'interaction.edit', 'person.edit'],
      'person.note',
    ]);
    const original = entries.find(({ kind }) => kind === 'person.note')!;
    expect(offers.at(-1)).toMatchObject({
      ...{ kind: 'handover.offer', entity: 'handovers', state: 'queued', base_rev: 0, only_copy: true },
      args: {
        ...{ entity: original.entity, entity_id: original.entity_id, title: 'x'.repeat(200), at: iso(START) },
        args: original.args,
      },
    });
    expect(await db.handovers.count()).toBe(offers.length);
    const refused = remaining.filter(({ op_id }) => !op_ids.includes(op_id));
    const error = { status: 404, code: 'access_lost', at: clock.now() };
    for (const entry of refused) expect(entry).toMatchObject({ state: 'rejected', lease: null, error });
    const kept = new Set([...refused.map(({ kind }) => kind), ...offered]);
    const background = ['book.place', 'lesson.time', 'news.read', 'notification.read'];
    expect(kinds.filter((kind) => !kept.has(kind)).toSorted()).toEqual(background);
  });

  test('changes no write that is being sent, because the response of the server decides about it', async () => {
    const { db, entries, offer } = await phoneWithAllKinds({ state: 'sending' });
    expect(await offer()).toEqual([]);
    expect(await db.outbox.orderBy('seq').toArray()).toEqual(entries);
  });
});

test('losing access to a waiting lead keeps the timeline of the person who has the id of the lead', async () => {
  const { db, deps } = makePhoneDb();
  const id = newId();
  const event = {
    id: newId(),
    rev: 1,
    person_id: id,
    kind: 'note',
    at: iso(START),
    by_id: null,
    by_name: '',
    detail: {},
  };
  await db.table('person_events').put(event);
  await db.table('waiting_leads').put({ id, rev: 1, waiting_since: iso(START) });
  const loseAccess = (c: 'waiting_leads' | 'people', asked: number) =>
    applyChanges(
      db,
      asked === 0 ? {} : { p1: asked },
      {
        ...{
          changes: [{ c, op: 'gone', id, rev: asked + 1, reason: 'access' }],
          acked: [],
          cursors: { p1: asked + 1 },
        },
        ...{ has_more: false, server_time: iso(START) },
      },
      deps(),
    );
  expect(await loseAccess('waiting_leads', 0)).toBe('applied');
  expect(await db.table('waiting_leads').count()).toBe(0);
  expect(await db.table('person_events').toArray()).toEqual([event]);
  expect(await loseAccess('people', 1)).toBe('applied');
  expect(await db.table('person_events').count()).toBe(0);
});

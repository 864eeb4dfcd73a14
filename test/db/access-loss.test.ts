import { expect, test } from 'vitest';
import type { Entity } from '../../contract/entities/define.ts';
import { entities } from '../../contract/entities/index.ts';
import { entityNames, stores } from '../../contract/entities/stores.ts';
import type { Interaction } from '../../contract/entities/interaction.ts';
import type { ChangesReply } from '../../contract/sync.ts';
import { applyChanges } from '../../src/db/outbox/apply-changes.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { iso } from '../../src/lib/ports.ts';
import { contactRow, editContact, logCall } from '../helpers/contact-makers.ts';
import { ANNA, makePhoneDb, newId, START } from '../helpers/phone.ts';

const start = { p0: 1, p1: 1, p2: 1, p3: 1 };

const interactionRow = (contact_id: string): Interaction => ({
  id: newId(),
  rev: 2,
  contact_id,
  user_id: null,
  phone_raw: null,
  kind: 'call',
  direction: 'out',
  at: iso(START),
  duration_s: 60,
  result: 'reached',
  note: '',
  follow_up_at: null,
  task_id: null,
  author_id: ANNA,
  author_name: 'Anna Petrova',
  created_at: iso(START),
  updated_at: iso(START),
});

test('every store has an index on each field that refers to a parent record', () => {
  for (const name of entityNames) {
    const { parents = [] } = entities[name] as Entity;
    const indexes = stores[name].indexes.split(', ');
    for (const { key } of parents)
      expect(
        indexes.some((index) => index === key || index.startsWith(`[${key}+`)),
        `${name}.${key}`,
      ).toBe(true);
  }
});

test('removes a reassigned record with its history and offers unsent work on it to the new owner', async () => {
  const { db, deps, write } = makePhoneDb();
  await saveMeta(db, 'cursors', start);
  const [mine, other] = [contactRow(), contactRow()];
  await db.contacts.bulkPut([mine, other]);
  await db.interactions.bulkPut([interactionRow(mine.id), interactionRow(other.id)]);
  await write(editContact(mine.id, { notes: 'unsent' }), logCall(mine.id, { note: 'also unsent' }));
  await write(editContact(other.id, { notes: 'stays' }));
  const reply: ChangesReply = {
    changes: [{ c: 'contacts', op: 'gone', id: mine.id, rev: 7, reason: 'access' }],
    acked: [],
    cursors: { p1: 7 },
    has_more: false,
    server_time: iso(START),
  };
  expect(await applyChanges(db, start, reply, deps())).toBe('offered');
  expect((await db.contacts.toArray()).map(({ id }) => id)).toEqual([other.id]);
  expect((await db.interactions.toArray()).map(({ contact_id }) => contact_id)).toEqual([other.id]);
  const waiting = await db.outbox.orderBy('seq').toArray();
  expect(waiting.map(({ kind }) => kind).toSorted()).toEqual(['contact.edit', 'handover.offer', 'handover.offer']);
  expect((await db.handovers.toArray()).map(({ args }) => String(args['note'] ?? args['notes'])).toSorted()).toEqual([
    'also unsent',
    'unsent',
  ]);
});

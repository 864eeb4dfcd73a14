import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { inTransaction } from '../../server/db/transaction.ts';
import { demoContentDir, seedDemo } from '../../server/demo/seed.ts';
import { testDatabase } from '../helpers/server.ts';

it('seeds waiting leads in three languages and people assigned to the demo consultants', async () => {
  const { db } = await testDatabase();
  const scope = uuidv7();
  const options = { scope, now: new Date(), content_dir: demoContentDir(), hash: () => Promise.resolve('x') };
  await inTransaction(db, (tx) => seedDemo(tx, options));
  const people = await db.selectFrom('users').selectAll().where('scope', '=', scope).execute();
  const waiting = people.filter(({ status }) => status === 'waiting');
  expect(waiting.length).toBeGreaterThanOrEqual(6);
  expect(new Set(waiting.map(({ language }) => language)).size).toBe(3);
  expect(waiting.every(({ waiting_since, responsible_id }) => waiting_since !== null && responsible_id === null)).toBe(
    true,
  );
  const held = people.filter(({ is_staff, responsible_id }) => !is_staff && responsible_id !== null);
  expect(held.length).toBeGreaterThanOrEqual(8);
  const tags = await db.selectFrom('tags').select('name').where('scope', '=', scope).execute();
  const known = new Set(tags.map(({ name }) => name));
  expect(held.flatMap((person) => person.tags).filter((tag) => !known.has(tag))).toEqual([]);
  expect(held.some((person) => person.tags.length > 0)).toBe(true);
  const events = await db.selectFrom('person_events').selectAll().where('scope', '=', scope).execute();
  expect(new Set(events.map(({ person_id }) => person_id)).size).toBe(waiting.length + held.length);
});

import { expect, test } from 'vitest';
import { applyChanges } from '../../src/db/outbox/apply-changes.ts';
import { applySnapshot } from '../../src/db/outbox/apply-snapshot.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { clearLastScreens, saveLastScreen } from '../../src/db/storage/last-screens.ts';
import { LAST_SCREEN_PREFIX, type SavedScreen } from '../../src/lib/last-screen.ts';
import { iso } from '../../src/lib/ports.ts';
import { contactRow } from '../helpers/contact-makers.ts';
import { anna, makePhoneDb, START } from '../helpers/phone.ts';

const cursors = { p0: 1, p1: 1, p2: 1, p3: 1 };
const screen = { content: 'rows' } as unknown as SavedScreen;
const paths = ['/contacts', '/dashboard'];

async function phoneWithScreens() {
  const phone = makePhoneDb();
  await saveMeta(phone.db, 'token', 'token');
  await saveMeta(phone.db, 'cursors', cursors);
  for (const path of paths) await saveLastScreen(phone.db, path, screen);
  const remainingPaths = async () =>
    (await phone.db.meta.toCollection().primaryKeys())
      .filter((key) => key.startsWith(LAST_SCREEN_PREFIX))
      .map((key) => key.slice(LAST_SCREEN_PREFIX.length));
  return { ...phone, remainingPaths };
}

const reply = { acked: [], cursors: { p1: 7 }, has_more: false, server_time: iso(START) };

test.each([
  ['is deleted', { c: 'contacts', op: 'del', id: contactRow().id, rev: 7 } as const],
  ['may no longer be seen', { c: 'contacts', op: 'gone', id: contactRow().id, rev: 7, reason: 'access' } as const],
])('the last screens are deleted with a record that %s', async (_, change) => {
  const { db, deps, remainingPaths } = await phoneWithScreens();
  expect(await applyChanges(db, cursors, { ...reply, changes: [change] }, deps())).toBe('applied');
  expect(await remainingPaths()).toEqual([]);
  // Other values in the table `meta` are not deleted.
  expect((await db.meta.get('token'))?.value).toBe('token');
});

test('the last screens stay if records were only changed', async () => {
  const { db, deps, remainingPaths } = await phoneWithScreens();
  const row = { ...contactRow(), rev: 7 };
  const changes = [{ c: 'contacts' as const, op: 'put' as const, id: row.id, rev: 7, row }];
  expect(await applyChanges(db, cursors, { ...reply, changes }, deps())).toBe('applied');
  expect(await remainingPaths()).toEqual(paths);
});

test('the last screens are deleted when a snapshot is complete, because that deletes all rows missing from the snapshot', async () => {
  const { db, remainingPaths } = await phoneWithScreens();
  await saveMeta(db, 'cursors', { p0: 1 });
  const page = { rows: [], as_of: 9, cursor: 9, total: 0, acked: [], server_time: iso(START) };
  expect(await applySnapshot(db, 'p1', { ...page, next: 'more' }, null, anna)).toBe(true);
  expect(await remainingPaths()).toEqual(paths);
  expect(await applySnapshot(db, 'p1', { ...page, next: null }, 'more', anna)).toBe(true);
  expect(await remainingPaths()).toEqual([]);
});

test('deleting the last screens deletes no other values of the same table', async () => {
  const { db, remainingPaths } = await phoneWithScreens();
  await db.meta.put({ key: 'last_screen', value: 1 });
  await db.meta.put({ key: 'last_screen;', value: 1 });
  await clearLastScreens(db);
  expect(await remainingPaths()).toEqual([]);
  expect(await db.meta.bulkGet(['last_screen', 'last_screen;'])).toEqual([
    { key: 'last_screen', value: 1 },
    { key: 'last_screen;', value: 1 },
  ]);
});

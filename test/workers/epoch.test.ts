import { expect, test } from 'vitest';
import { groups } from '../../contract/entities/define.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { makePhone } from '../helpers/fake-server.ts';
import { openPhoneDb } from '../../src/db/schema/db.ts';
import { addComment, ANNA, editComment } from '../helpers/phone.ts';

type PhoneWithServer = Awaited<ReturnType<typeof makePhone>>;

/** Saves the state of the server. The returned `restore` resets the server to this state. */
function backUp({ server }: PhoneWithServer): { restore: (epoch?: string) => void } {
  const [rows, results] = [new Map(server.rows), new Map(server.results)];
  return {
    restore: (epoch = 'second') => {
      Object.assign(server, { rows: new Map(rows), results: new Map(results), epoch, rev: server.rev + 1_000_000 });
      for (const [key, { c, row }] of rows) server.rows.set(key, { c, row: { ...row, rev: server.rev } });
    },
  };
}

const opsOf = (body: string) => (JSON.parse(body) as { epoch?: string; ops: { op_id: string }[] }).ops;

async function createPhoneWithLostWrites() {
  const setup = await makePhone();
  const { phone, server } = setup;
  const [kept, lost] = [addComment('kept'), addComment('lost')];
  await phone.store.write(kept);
  await phone.runCycle();
  const backup = backUp(setup);
  await phone.store.write(lost);
  await phone.runCycle();
  await phone.store.write(editComment(lost.id, 'edited'));
  await phone.runCycle();
  const sent = server.calls('sync.push').flatMap(({ body }) => opsOf(body));
  return { ...setup, kept, lost, sent, ...backup };
}

test('in a new epoch, resends accepted writes before unsent writes and before fetching everything', async () => {
  const { phone, server, lost, sent, restore } = await createPhoneWithLostWrites();
  restore();
  server.seen.length = 0;
  await phone.store.write(editComment(lost.id, 'unsent'));
  expect(await phone.runCycle()).toBe('done');
  const [refused, ...accepted] = server.calls('sync.push');
  expect(opsOf(refused!.body)).toHaveLength(1);
  const ops = accepted.flatMap(({ body }) => opsOf(body));
  expect(ops.slice(0, 3)).toEqual(sent);
  expect(ops).toHaveLength(4);
  const order = server.seen.map(({ name }) => name);
  expect(order.lastIndexOf('sync.push')).toBeLessThan(order.indexOf('sync.snapshot'));
  expect(server.calls('sync.snapshot')).toHaveLength(groups.length);
  expect(server.rows.get(`comments:${lost.id}`)?.row).toMatchObject({ text: 'unsent' });
  expect(await phone.db.comments.get(lost.id)).toMatchObject({ text: 'unsent' });
  expect(await phone.db.outbox.count()).toBe(0);
  expect(await phone.db.history.count()).toBe(4);
});

test('resends each write of an earlier epoch with the time of its acceptance', async () => {
  const { phone, server, lost, sent, restore } = await createPhoneWithLostWrites();
  const times = new Map((await phone.db.history.toArray()).map(({ op_id, server_time }) => [op_id, server_time]));
  restore();
  server.seen.length = 0;
  await phone.store.write(editComment(lost.id, 'unsent'));
  await phone.runCycle();
  await phone.store.write(editComment(lost.id, 'later'));
  await phone.runCycle();
  const named = server.calls('sync.push').map(({ body }) => (JSON.parse(body) as { accepted?: unknown[] }).accepted);
  expect(named[0]).toBeUndefined();
  expect(named.flatMap((accepted) => accepted ?? [])).toEqual(
    sent.map(({ op_id }) => ({ op_id, at: times.get(op_id) })),
  );
  expect(named.at(-1)).toBeUndefined();
});

test('detects a new epoch in a pull reply, and resends accepted writes before it fetches everything', async () => {
  const { phone, server, lost, restore } = await createPhoneWithLostWrites();
  restore();
  server.seen.length = 0;
  expect(await phone.runCycle()).toBe('done');
  const order = server.seen.map(({ name }) => name).filter((name) => name !== 'configs.all');
  expect(order.slice(0, 4)).toEqual(['sync.changes', 'sync.changes', 'sync.push', 'sync.snapshot']);
  expect(await phone.db.comments.get(lost.id)).toMatchObject({ text: 'edited' });
  expect(await savedMeta(phone.db, 'epoch')).toBe('second');
});

test('removes rows that the server has lost and that no phone resends', async () => {
  const { phone, server, lost, restore } = await createPhoneWithLostWrites();
  await phone.db.history.clear();
  restore();
  expect(await phone.runCycle()).toBe('done');
  expect(await phone.db.comments.get(lost.id)).toBeUndefined();
  expect(server.calls('sync.push').length).toBeGreaterThan(0);
});

test('fetches the epoch before the first push, and sends it with every later request', async () => {
  const { phone, server } = await makePhone();
  await phone.db.meta.delete('epoch');
  await phone.store.write(addComment());
  expect(await phone.runCycle()).toBe('done');
  const [first, push, changes] = server.seen.filter(({ name }) => name.startsWith('sync.'));
  expect([first!.name, push!.name, changes!.name]).toEqual(['sync.changes', 'sync.push', 'sync.changes']);
  expect(first!.url).not.toMatch(/epoch|p0/);
  expect(JSON.parse(push!.body)).toMatchObject({ epoch: 'first' });
  expect(changes!.url).toContain('epoch=first');
});

test("a device sends no writes until it has received the server's epoch", async () => {
  const { phone, server } = await makePhone();
  await phone.db.meta.delete('epoch');
  await phone.store.write(addComment());
  server.every('sync.changes', () => new Response('', { status: 502 }));
  expect(await phone.runCycle()).toBe('failed');
  expect(server.calls('sync.push')).toEqual([]);
});

test('a device changes its epoch at most once in ten minutes', async () => {
  const { phone, server, ports, restore } = await createPhoneWithLostWrites();
  restore();
  expect(await phone.runCycle()).toBe('done');
  restore('third');
  server.seen.length = 0;
  ports.clock.pass(10 * 60_000 - 1);
  expect(await phone.runCycle()).toBe('failed');
  expect(server.calls('sync.snapshot')).toEqual([]);
  ports.clock.pass(1);
  expect(await phone.runCycle()).toBe('done');
  expect(server.calls('sync.snapshot')).toHaveLength(groups.length);
  expect(await savedMeta(phone.db, 'epoch')).toBe('third');
});

test('fetches everything again if the epoch changes during the first sync', async () => {
  const setup = await makePhone();
  const { phone, server } = setup;
  await phone.db.meta.put({ key: 'cursors', value: {} });
  const { restore } = backUp(setup);
  server.next('sync.snapshot', (seen) => server.answer(seen));
  server.next('sync.snapshot', (seen) => {
    restore();
    return server.answer(seen);
  });
  expect(await phone.runCycle()).toBe('done');
  const requestedGroups = server
    .calls('sync.snapshot')
    .map(({ url }) => new URL(url, 'http://x').searchParams.get('group'));
  expect(requestedGroups).toEqual(['p0', 'p1', 'p0', 'p1', 'p2', 'p3']);
});

test('a logout deletes the accepted writes that a new epoch would resend', async () => {
  const { phone, ports } = await createPhoneWithLostWrites();
  expect(await phone.logout('drop')).toEqual({ ok: true });
  const reopenedDb = openPhoneDb(ANNA, ports);
  expect(await reopenedDb.history.count()).toBe(0);
  reopenedDb.close();
});

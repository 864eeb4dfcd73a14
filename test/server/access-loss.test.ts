import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '../../contract/sync.ts';
import { inScope } from '../../server/context.ts';
import { hasLostAccess, revokeAccess } from '../../server/sync/access-loss.ts';
import { cleanUp } from '../../server/jobs/clean-up.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let anna: Person;
let ben: Person;
beforeAll(async () => {
  server = await openSyncServer();
  anna = await server.consultant();
  ben = await server.consultant({ first_name: 'Ben' });
});
afterAll(() => server.close());

async function contact(owner: Person, id = uuidv7()): Promise<string> {
  const { db, scope } = server.deps;
  const at = server.iso();
  const text = { telegram: null, city: '', country: null, address: '', work_zone: '', notes: '' } as const;
  await inScope(server.deps, scope, async ({ tx, nextRev }) => {
    await tx
      .insertInto('contacts')
      .values({
        scope,
        id,
        owner_id: owner.id,
        rev: await nextRev(),
        first_name: 'Ivan',
        last_name: '',
        middle_name: '',
        phones: '[]',
        emails: '[]',
        is_partner: false,
        ...text,
        status: 'new',
        field_revs: '{}',
        created_at: at,
        updated_at: at,
      })
      .execute();
  });
  await db.selectFrom('contacts').select('id').where('id', '=', id).executeTakeFirstOrThrow();
  return id;
}

/** Transfers contacts to another owner, as the server does when a person is reassigned. */
const transfer = (ids: readonly string[], from: Person, to: Person) =>
  inScope(server.deps, server.deps.scope, async (context) => {
    const rev = await context.nextRev();
    await context.tx.updateTable('contacts').set({ owner_id: to.id, rev }).where('id', 'in', ids).execute();
    await revokeAccess(context, from.id, 'contacts', ids);
    context.poke([to.id]);
    return rev;
  });

const cursorOf = async (person: Person) => (await server.changes(person)).cursors.p1!;

async function pull(person: Person, p1: number, limit: number): Promise<{ changes: Change[]; pages: number[] }> {
  const changes: Change[] = [];
  const pages: number[] = [];
  for (let after = p1; ;) {
    const reply = await server.changes(person, { p1: after, limit });
    changes.push(...reply.changes);
    pages.push(reply.changes.length);
    after = reply.cursors.p1!;
    if (!reply.has_more) return { changes, pages };
  }
}

const edit = (id: string) =>
  server.op({ kind: 'contact.edit', id, args: { notes: 'Call again' }, base: { notes: '' } });

describe('losing access to a record', () => {
  it('sends the removal of a reassigned record to the previous owner, and the row to the new owner', async () => {
    const id = await contact(anna);
    const [mine, theirs] = [await cursorOf(anna), await cursorOf(ben)];
    const rev = await transfer([id], anna, ben);
    const reply = await server.changes(anna, { p1: mine });
    expect(reply.changes).toEqual([{ c: 'contacts', op: 'gone', id, rev, reason: 'access' }]);
    expect((await server.changes(anna, { p1: reply.cursors.p1! })).changes).toEqual([]);
    expect((await server.changes(ben, { p1: theirs })).changes).toMatchObject([{ c: 'contacts', op: 'put', id, rev }]);
  });

  it('orders access losses by revision, and keeps the losses of one transaction on one page', async () => {
    const ids = [];
    for (let index = 0; index < 6; index += 1) ids.push(await contact(anna));
    const from = await cursorOf(anna);
    const first = await transfer(ids.slice(0, 1), anna, ben);
    const own = await contact(anna);
    const many = await transfer(ids.slice(1, 5), anna, ben);
    const last = await transfer(ids.slice(5), anna, ben);
    const { changes, pages } = await pull(anna, from, 2);
    expect(pages).toEqual([2, 4, 1]);
    expect(changes.map(({ op, rev }) => [op, rev])).toEqual([
      ['gone', first],
      ['put', first + 1],
      ...Array.from({ length: 4 }, () => ['gone', many]),
      ['gone', last],
    ]);
    expect(changes[1]?.id).toBe(own);
    expect(new Set(changes.map(({ id }) => id)).size).toBe(7);
    expect((await pull(anna, from, 100)).changes).toEqual(changes);
  });

  it('reports an access loss only to the affected person, and pokes only the old and the new owner', async () => {
    const carl = await server.consultant();
    const id = await contact(anna);
    const from = await cursorOf(carl);
    const { p0, p2 } = (await server.changes(anna)).cursors;
    await transfer([id], anna, ben);
    expect(
      (await server.changes(carl, { p0: 0, p1: from, p2: 0 })).changes.filter((change) => change.id === id),
    ).toEqual([]);
    expect((await server.changes(anna, { p0: p0!, p2: p2! })).changes).toEqual([]);
    const pokedIds: string[] = [];
    const people = [anna, ben, carl];
    const stopListening = people.map((person) =>
      server.deps.pokes.listen(server.deps.scope, {
        user_id: person.id,
        poke: () => void pokedIds.push(person.id),
        recheck: () => undefined,
      }),
    );
    await transfer([id], ben, anna);
    await new Promise((resolve) => setTimeout(resolve, 120));
    for (const stop of stopListening) stop();
    expect(pokedIds.toSorted()).toEqual([anna.id, ben.id].toSorted());
  });

  it('sends the removal of a record that stays lost, but not of records that were regained', async () => {
    const regained = [];
    for (let index = 0; index < 5; index += 1) regained.push(await contact(anna));
    const lostContact = await contact(anna);
    const from = await cursorOf(anna);
    await transfer(regained, anna, ben);
    await transfer([lostContact], anna, ben);
    await transfer(regained, ben, anna);
    const { changes } = await pull(anna, from, 2);
    expect(changes.map(({ op }) => op)).toEqual(['gone', 'put', 'put', 'put', 'put', 'put']);
    expect(changes[0]?.id).toBe(lostContact);
  });

  it('permanently rejects an edit by the previous owner, but accepts one by the new owner', async () => {
    const id = await contact(anna);
    await transfer([id], anna, ben);
    const op = edit(id);
    expect(await server.send(anna, op)).toMatchObject({ status: 404, code: 'access_lost', replayed: false });
    expect(await server.send(anna, op)).toMatchObject({ status: 404, code: 'access_lost', replayed: true });
    const group = { ...edit(id), atomic_group: uuidv7() };
    const otherMember = server.comment('together', { atomic_group: group.atomic_group });
    const { results } = await server.push(anna, [group, otherMember]);
    expect(results.map(({ code }) => code)).toEqual(['access_lost', 'skipped']);
    expect(await server.send(ben, edit(id))).toMatchObject({ status: 200 });
  });

  it('reports lost access when the previous owner logs a call about a reassigned contact', async () => {
    const id = await contact(anna);
    const call = { kind: 'call', direction: 'out', at: server.iso(), duration_s: 5, result: 'reached', note: '' };
    const about = { contact_id: id, user_id: null, phone_raw: null, task_id: null, follow_up_at: null };
    const log = () => server.op({ kind: 'interaction.log', id: uuidv7(), args: { ...call, ...about } });
    await transfer([id], anna, ben);
    expect(await server.send(anna, log())).toMatchObject({ status: 404, code: 'access_lost' });
  });

  it('responds to a person who never had access to a record as if the record did not exist', async () => {
    const carl = await server.consultant();
    const id = await contact(anna);
    await transfer([id], anna, ben);
    for (const contactId of [id, uuidv7()])
      expect(await server.send(carl, edit(contactId))).toMatchObject({ status: 404, code: 'not_found' });
    const { db, scope } = server.deps;
    const hasLost = (person: Person) =>
      db.transaction().execute((tx) => hasLostAccess(tx, scope, person.id, 'contacts', id));
    expect(await Promise.all([hasLost(anna), hasLost(ben), hasLost(carl)])).toEqual([true, false, false]);
  });

  it('drops access losses after 90 days, when older cursors are no longer accepted', async () => {
    const ownServer = await openSyncServer();
    const carl = await ownServer.consultant();
    const { db, scope } = ownServer.deps;
    const rev = await inScope(ownServer.deps, scope, async (context) => {
      await revokeAccess(context, carl.id, 'contacts', [uuidv7()]);
      return context.nextRev();
    });
    const comment = ownServer.comment('dropped');
    await ownServer.push(carl, [comment]);
    await db.updateTable('comments').set({ deleted_at: ownServer.iso() }).where('id', '=', comment.id).execute();
    const storedLosses = () => db.selectFrom('access_revocations').select('rev').where('scope', '=', scope).execute();
    await cleanUp(db, new Date(ownServer.now + 89 * 86_400_000));
    expect(await storedLosses()).toEqual([{ rev }]);
    await cleanUp(db, new Date(ownServer.now + 91 * 86_400_000));
    expect(await storedLosses()).toEqual([]);
    await ownServer.close();
  });
});

import { uuidv7 } from 'uuidv7';
import type { FastifyInstance } from 'fastify';
import { Me } from '../../contract/entities/me.ts';
import { entityNames } from '../../contract/entities/stores.ts';
import { buildApp } from '../../server/app.ts';
import { callerOf } from '../../server/caller.ts';
import { createTokens } from '../../server/features/accounts/tokens.ts';
import { silentLog } from '../../server/log.ts';
import { Pokes } from '../../server/pokes.ts';
import { inScope } from '../../server/context.ts';
import type { Deps } from '../../server/deps.ts';
import { revokeAccess } from '../../server/sync/access-loss.ts';
import { startNewEpoch } from '../../server/sync/epoch.ts';
import { rowSources } from '../../server/sync/rows.ts';
import type { Db, Tx, User } from '../../server/db/tables.ts';
import type { AnyRow } from '../../src/db/outbox/view.ts';
import { TEST_SECRET } from '../helpers/test-payments.ts';
import { addToPool } from '../helpers/waiting-leads.ts';
import { resizeWindow } from '../helpers/windows.ts';
import { VirtualClock } from './clock.ts';
import { addComments, deleteComment } from './comments-of-others.ts';
import { Network, type SentRequest } from './network.ts';
import { disableLiveQueries } from './live-queries.ts';
import { preload } from './preload.ts';
import { Chance } from './rng.ts';
import type { SimServer } from './run.ts';
import type { WriteSet } from './scenarios.ts';
import { runIsolated } from './sealed.ts';
import type { Ledger } from './server-log.ts';
import { makeContacts, makeFlows, makeLessons, makePerson, makeWork, START } from './server-rows.ts';
import { openSimDatabase, type SimDatabase } from './sim-database.ts';
import { SimPhone, type PhoneSurroundings } from './sim-phone.ts';
import { TaskLoop } from './task-loop.ts';
import { Trace } from './trace.ts';
import type { Disks, Person, PersonName, WorldServer } from './world.ts';

/** Number of waiting leads that devices mirror in the simulation. At the start, more leads are waiting. */
const WAITING_LEADS = 2;

/** A scope of the simulated server, with its people. */
export interface ScopeWorld {
  deps: Deps;
  scope: string;
  people: Record<PersonName, User>;
}

/**
 * Reassigns a contact of Anna, as a manager would. People who could see the contact only because it was Anna's lose
 * access to it.
 */
async function reassignContact(
  { deps, scope, people }: ScopeWorld,
  contact_id: string,
  to: 'boris' | 'olga',
): Promise<void> {
  await inScope(deps, scope, async (context) => {
    const row = await context.tx
      .selectFrom('contacts')
      .select('owner_id')
      .where('scope', '=', scope)
      .where('id', '=', contact_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.owner_id !== people.anna.id) return;
    const rev = await context.nextRev();
    await context.tx
      .updateTable('contacts')
      .set({ owner_id: people[to].id, rev })
      .where('scope', '=', scope)
      .where('id', '=', contact_id)
      .execute();
    const peopleWithoutAccess = to === 'boris' ? [people.anna, people.olga] : [people.anna];
    for (const person of peopleWithoutAccess) await revokeAccess(context, person.id, 'contacts', [contact_id]);
  });
}

async function deleteOutcomes(db: Db, scope: string, chance: () => boolean): Promise<void> {
  const ops = await db.selectFrom('sync_ops').select('op_id').where('scope', '=', scope).orderBy('op_id').execute();
  const deleted = ops.map((op) => op.op_id).filter(chance);
  if (deleted.length > 0)
    await db.deleteFrom('sync_ops').where('scope', '=', scope).where('op_id', 'in', deleted).execute();
}

interface ServerParts {
  database: SimDatabase;
  app: FastifyInstance;
  deps: Deps;
  tokenOf(user: User): Promise<string>;
  useClock(now: () => Date): void;
}

/** Creates Anna, her manager Olga, her colleague Boris, and Lena, a learner assigned to Anna. */
async function makePeople(db: Db, scope: string): Promise<Record<PersonName, User>> {
  const staff = { is_staff: true, rev: 1 };
  const olga = await makePerson(db, scope, 'Olga', { ...staff, is_manager: true });
  const anna = await makePerson(db, scope, 'Anna', { ...staff, responsible_id: olga.id });
  const boris = await makePerson(db, scope, 'Boris', staff);
  const lena = await makePerson(db, scope, 'Lena', { rev: 1, responsible_id: anna.id });
  return { anna, olga, boris, lena };
}

async function personOf({ app, tokenOf }: ServerParts, user: User): Promise<Person> {
  const token = await tokenOf(user);
  const reply = await app.inject({ url: '/api/accounts/me/', headers: { authorization: `Bearer ${token}` } });
  return { me: Me.parse(reply.json()), token };
}

async function openScope(parts: ServerParts, writeSet: WriteSet): Promise<WorldServer> {
  const { app, deps, database } = parts;
  const scope = uuidv7();
  await deps.db.insertInto('sync_counter').values({ scope, rev: 1 }).execute();
  const users = await makePeople(deps.db, scope);
  const people = {
    anna: await personOf(parts, users.anna),
    olga: await personOf(parts, users.olga),
    boris: await personOf(parts, users.boris),
    lena: await personOf(parts, users.lena),
  };
  if (writeSet !== 'first') await makeWork(deps.db, scope, users);
  const lesson_ids = await makeLessons(deps.db, scope);
  const contact_ids = await makeContacts(deps.db, scope, users.anna.id);
  if (writeSet !== 'first') await makeFlows(deps.db, scope, users);
  return {
    scope,
    people,
    lesson_ids,
    contact_ids,
    useClock: parts.useClock,
    serve: (request) => inject(app, request, people[request.cookie]),
    reassignContact: (contact_id, to) => reassignContact({ deps, scope, people: users }, contact_id, to),
    addLeads: (leads) => addToPool(deps, scope, leads),
    addComments: (lesson, count) => addComments({ deps, scope, people: users }, lesson, count),
    deleteComment: (choose) => deleteComment({ deps, scope, people: users }, choose),
    deleteOutcomes: (chance) => deleteOutcomes(deps.db, scope, chance),
    backUp: () => database.backUp(),
    restore: async () => {
      await database.restore();
      await startNewEpoch(deps.db, deps.clock());
    },
  };
}

/** Returns copies of a person's disk in two states: right after the login, and with a complete mirror. */
async function disksOf(server: WorldServer, name: PersonName, sources: PhoneSurroundings): Promise<Disks> {
  const phone = new SimPhone('template', name, sources);
  await phone.logIn(server.people[name]);
  const empty = phone.image();
  const tab = await phone.openTab();
  if ((await tab.phone.runCycle()) !== 'done') throw new Error('the first mirror failed');
  await phone.close();
  return { empty, mirrored: phone.image() };
}

/**
 * Creates a scope in its initial state. All schedules share it, because the writes of each schedule are rolled back.
 */
async function makeTemplate(parts: ServerParts, writeSet: WriteSet, variant: number): Promise<WorldServer> {
  const clock = new VirtualClock(START.getTime());
  const ids = new Chance(7_919 * (variant + 1) + (writeSet === 'first' ? 1 : 0));
  const loop = new TaskLoop(clock, ids);
  parts.useClock(() => new Date(clock.ms));
  const scope = await runIsolated({ clock, ids, loop }, () => openScope(parts, writeSet));
  const trace = new Trace(() => clock.ms);
  const network = new Network((request) => scope.serve(request), { chance: ids, clock, trace, loop });
  network.healed = true;
  await parts.database.runAndRollBack(() =>
    runIsolated({ clock, ids, loop }, async () => {
      for (const name of ['anna', 'olga', 'lena'] as const) {
        scope.people[name].disks = await disksOf(scope, name, { clock, network, ids, trace });
      }
    }),
  );
  return scope;
}

/** Drops pokes, because no device listens and a schedule must not depend on an earlier one. */
class SilentPokes extends Pokes {
  override announce(): void {}
}

/**
 * Opens the server behind the network: one app with one database. For each schedule, its scopes are reset and its clock
 * is set to the clock of the world.
 */
export async function openSimServer(): Promise<SimServer> {
  disableLiveQueries();
  await preload();
  resizeWindow('waiting_leads', WAITING_LEADS);
  const database = await openSimDatabase();
  const { db } = database;
  const clock = { now: () => START };
  const deps = { db, scope: 'main', clock: () => clock.now(), log: silentLog(), pokes: new SilentPokes() };
  const app: FastifyInstance = await buildApp({
    ...deps,
    secret: TEST_SECRET,
    public_url: 'http://localhost:8080',
    ...{ rate_limits: false, all_scopes: true },
  });
  const tokens = createTokens(TEST_SECRET, deps.clock);
  const tokenOf = (user: User) => tokens.issue({ sub: user.id, ver: 1, scp: user.scope, fam: uuidv7() }, 60 * 86_400);
  const useClock = (now: () => Date) => {
    clock.now = now;
  };
  const templates = new Map<string, WorldServer>();
  return {
    play: async (writeSet, variant, work) => {
      const key = `${writeSet} ${variant}`;
      const scope =
        templates.get(key) ?? (await makeTemplate({ database, app, deps, tokenOf, useClock }, writeSet, variant));
      templates.set(key, scope);
      return database.runAndRollBack(async () => {
        // A new epoch begins in all scopes of the database, so a schedule must see only its own scope.
        await db.deleteFrom('sync_counter').where('scope', '!=', scope.scope).execute();
        return work(scope);
      });
    },
    ledger: (world, names) => readServerLog(db, world, names),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/**
 * Maximum number of rows per page of a snapshot. It is so small that the small groups of the simulation have several
 * pages.
 */
const SNAPSHOT_LIMIT = 6;

const withSnapshotLimit = (url: string): string =>
  url.startsWith('/api/sync/snapshot') ? url.replace(/\blimit=\d+/, `limit=${SNAPSHOT_LIMIT}`) : url;

/**
 * Sends a request to the app. The browser's cookie is not simulated: a refresh returns the token of the person who last
 * logged in on that device.
 */
async function inject(app: FastifyInstance, { url, init }: SentRequest, cookie: Person): Promise<Response> {
  if (url.startsWith('/api/accounts/refresh/')) {
    const headers = { 'X-Sync-Proto': '1', 'Content-Type': 'application/json' };
    return new Response(JSON.stringify({ token: cookie.token, user_id: cookie.me.id }), { status: 200, headers });
  }
  const { body } = init;
  const payload = body instanceof ArrayBuffer ? Buffer.from(body) : (body as string | undefined);
  const reply = await app.inject({
    method: init.method as 'GET' | 'POST' | 'PATCH',
    url: withSnapshotLimit(url),
    headers: init.headers as Record<string, string>,
    ...(payload !== undefined && { payload }),
  });
  return new Response(reply.body, { status: reply.statusCode, headers: reply.headers as Record<string, string> });
}

async function rowsOf(tx: Tx, user: User): Promise<Map<string, Map<string, AnyRow>>> {
  const received_at = START.toISOString();
  const caller = callerOf(user, received_at);
  const rows = new Map<string, Map<string, AnyRow>>();
  for (const name of entityNames) {
    const page: AnyRow[] = await rowSources[name].page({ tx, caller, received_at }, null, 1000);
    rows.set(name, new Map(page.map((row) => [row.id, row])));
  }
  return rows;
}

async function readServerLog(db: Db, { people }: WorldServer, shown: readonly PersonName[]): Promise<Ledger> {
  return db.transaction().execute(async (tx) => {
    const names = Object.keys(people) as PersonName[];
    const users = new Map<PersonName, User>();
    for (const name of names) {
      const { id } = people[name].me;
      users.set(name, await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
    }
    const { scope } = users.get('anna')!;
    const ops = await tx
      .selectFrom('sync_ops')
      .selectAll()
      .where('scope', '=', scope)
      .orderBy('rev')
      .orderBy('op_id')
      .execute();
    const contacts = await tx
      .selectFrom('contacts')
      .selectAll()
      .where('scope', '=', scope)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    const rows: Ledger['rows'] = new Map();
    for (const name of shown) rows.set(name, await rowsOf(tx, users.get(name)!));
    const nameOf = (user_id: string) => names.find((name) => people[name].me.id === user_id)!;
    return {
      accepted: ops
        .filter((op) => op.status === 200)
        .map(({ op_id, kind, rev, user_id, device_id }) => ({ op_id, kind, rev, device_id, person: nameOf(user_id) })),
      refused: ops.filter((op) => op.status !== 200).map((op) => op.op_id),
      rows,
      contacts: new Map(contacts.map((row) => [row.id, row])),
    };
  });
}

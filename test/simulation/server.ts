import { uuidv7 } from 'uuidv7';
import type { FastifyInstance } from 'fastify';
import { Me } from '../../contract/entities/me.ts';
import { entityNames } from '../../contract/entities/stores.ts';
import { buildApp } from '../../server/app.ts';
import { callerOf } from '../../server/caller.ts';
import { openTokens } from '../../server/features/accounts/tokens.ts';
import { silentLog } from '../../server/log.ts';
import { Pokes } from '../../server/pokes.ts';
import { rowSources } from '../../server/sync/rows.ts';
import type { Db } from '../../server/db/tables.ts';
import type { AnyRow } from '../../src/db/view.ts';
import { makeUser, testDatabase, TEST_SECRET } from '../helpers/server.ts';
import type { Ledger } from './checks.ts';
import type { SentRequest } from './network.ts';
import type { SimServer } from './run.ts';
import type { WorldServer } from './world.ts';

const LESSONS = 3;
const START = new Date('2026-03-02T08:00:00.000Z');

async function makeLessons(db: Db, scope: string): Promise<string[]> {
  const at = START.toISOString();
  const shared = {
    scope,
    rev: 0,
    field_revs: '{}',
    created_at: at,
    updated_at: at,
    deleted_at: null,
    deleted_by: null,
  };
  const category_id = uuidv7();
  const words = { language: 'en', title: 'Talking' } as const;
  await db
    .insertInto('categories')
    .values({
      ...shared,
      ...words,
      id: category_id,
      path: 'c',
      source_hash: '',
      slug: 'c',
      description: '',
      color: 'teal',
      position: 1,
    })
    .execute();
  const ids = Array.from({ length: LESSONS }, () => uuidv7());
  for (const [position, id] of ids.entries()) {
    const place = { id, path: `c/${position}`, source_hash: '', category_id, position };
    await db
      .insertInto('lessons')
      .values({ ...shared, ...words, ...place, duration_min: 8, free: true, body: '<p>…</p>', media: '[]' })
      .execute();
  }
  return ids;
}

/** The server behind the air: one app on one database, any number of scopes, and a clock that follows the world's. */
export async function openSimServer(): Promise<SimServer & { close(): Promise<void> }> {
  const { db } = await testDatabase();
  const clock = { now: () => START };
  const deps = { db, scope: 'main', clock: () => clock.now(), log: silentLog(), pokes: new Pokes() };
  const app: FastifyInstance = await buildApp({
    ...deps,
    secret: TEST_SECRET,
    public_url: 'http://localhost:8080',
    rate_limits: false,
  });
  const tokens = openTokens(TEST_SECRET, deps.clock);
  return {
    scope: async (now) => {
      clock.now = now;
      const scope = uuidv7();
      await db.insertInto('sync_counter').values({ scope, rev: 1 }).execute();
      const user = await makeUser(db, scope, START, { is_staff: true, rev: 1 });
      const lesson_ids = await makeLessons(db, scope);
      const token = await tokens.issue({ sub: user.id, ver: 1, scp: scope, fam: uuidv7() }, 60 * 86_400);
      const reply = await app.inject({ url: '/api/accounts/me/', headers: { authorization: `Bearer ${token}` } });
      return {
        me: Me.parse(reply.json()),
        token,
        lesson_ids,
        serve: (request) => inject(app, request, user.id, token),
      };
    },
    ledger: (world) => ledgerOf(db, world),
    close: () => app.close(),
  };
}

/** The cookie of a browser is not simulated: a refresh answers with the token of the scope's person. */
async function inject(
  app: FastifyInstance,
  { url, init }: SentRequest,
  user_id: string,
  token: string,
): Promise<Response> {
  if (url.startsWith('/api/accounts/refresh/')) {
    const headers = { 'X-Sync-Proto': '1', 'Content-Type': 'application/json' };
    return new Response(JSON.stringify({ token, user_id }), { status: 200, headers });
  }
  const reply = await app.inject({
    method: init.method as 'GET' | 'POST',
    url,
    headers: init.headers as Record<string, string>,
    ...(typeof init.body === 'string' && { payload: init.body }),
  });
  return new Response(reply.body, { status: reply.statusCode, headers: reply.headers as Record<string, string> });
}

async function ledgerOf(db: Db, { me }: WorldServer): Promise<Ledger> {
  return db.transaction().execute(async (tx) => {
    const user = await tx.selectFrom('users').selectAll().where('id', '=', me.id).executeTakeFirstOrThrow();
    const caller = callerOf(user, START.toISOString());
    const ops = await tx
      .selectFrom('sync_ops')
      .select(['op_id', 'kind', 'rev', 'status'])
      .where('scope', '=', user.scope)
      .where('user_id', '=', me.id)
      .orderBy('rev')
      .execute();
    const rows = new Map<string, Map<string, AnyRow>>();
    for (const name of entityNames) {
      const page: AnyRow[] = await rowSources[name].page({ tx, caller }, null, 1000);
      rows.set(name, new Map(page.map((row) => [row.id, row])));
    }
    return {
      accepted: ops.filter((op) => op.status === 200),
      refused: ops.filter((op) => op.status !== 200).map((op) => op.op_id),
      rows,
    };
  });
}

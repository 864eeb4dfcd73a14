import { personSearchText } from '../../contract/search/lines.ts';
import { Client } from 'pg';
import type { KyselyPlugin } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { FastifyInstance } from 'fastify';
import { callNamed, type CallName } from '../../contract/api-calls/index.ts';
import { buildApp, type AppOptions } from '../../server/app.ts';
import type { Deps } from '../../server/deps.ts';
import { joinTeam } from '../../server/features/team/counts.ts';
import { openDatabase, type OpenDatabase } from '../../server/db/open.ts';
import type { Db, User } from '../../server/db/tables.ts';
import { hashPassword } from '../../server/features/accounts/passwords.ts';
import { documentedRefusals } from '../../server/http/openapi/refusals.ts';
import { createTokens, type Tokens } from '../../server/features/accounts/tokens.ts';
import { silentLog } from '../../server/log.ts';
import { Pokes } from '../../server/pokes.ts';
import { templateDump } from './template-database.ts';
import { TEST_SECRET, createTestPayments, type PaymentTestOptions, type TestPayments } from './test-payments.ts';

export const TEST_PASSWORD = 'correct horse battery staple';

let workerUrl: string | null = null;

/** Returns the URL of this worker's PostgreSQL database; null if the worker uses an in-memory database. */
export const testDatabaseUrl = (): string | null => workerUrl;

/** Creates an empty database on the given PostgreSQL server and returns its URL. */
export async function createDatabase(url: string, options = ''): Promise<string> {
  const name = `haversack_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const server = new Client({ connectionString: url });
  await server.connect();
  await server.query(`create database ${name} ${options}`);
  await server.end();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

async function freshDatabase(url: string): Promise<OpenDatabase> {
  workerUrl = await createDatabase(url);
  return openDatabase({ dataDir: '', databaseUrl: workerUrl });
}

let workerDatabase: Promise<OpenDatabase> | undefined;

/** Opens the database of this worker, in memory or on TEST_DATABASE_URL. Each test server uses a scope of its own. */
export function openTestDatabase(): Promise<OpenDatabase> {
  const url = process.env['TEST_DATABASE_URL'];
  workerDatabase ??= url ? freshDatabase(url) : openDatabase({ dataDir: 'memory://', from: templateDump() });
  return workerDatabase;
}

/** A clock that changes only when a test changes it. */
export class TestClock {
  #now: number;
  constructor(at = '2026-03-02T08:00:00.000Z') {
    this.#now = Date.parse(at);
  }
  now = (): Date => new Date(this.#now);
  advance(ms: number): void {
    this.#now += ms;
  }
}

export interface TestUser extends User {
  /** An access token that is valid for 30 days. */
  token: string;
}

export interface CallOptions {
  token?: string | undefined;
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestReply {
  status: number;
  // The body is not typed by the contract, because tests check its fields one by one.
  body: Record<string, never> & { [key: string]: unknown };
  headers: Record<string, string | string[] | number | undefined>;
}

/** Returns the error code of each field of a refusal. */
export function codesIn(body: { readonly [key: string]: unknown }): Record<string, string> {
  const fields = (body['fields'] ?? {}) as Record<string, { code: string }>;
  return Object.fromEntries(Object.entries(fields).map(([name, { code }]) => [name, code]));
}

export interface TestServer extends TestPayments {
  app: FastifyInstance;
  db: Db;
  deps: Deps;
  scope: string;
  clock: TestClock;
  tokens: Tokens;
  user(fields?: Partial<User>): Promise<TestUser>;
  tokenFor(user: Pick<User, 'id' | 'scope' | 'token_version'>, seconds?: number): Promise<string>;
  /** Sends a documented call. The method and the path are taken from the contract. */
  call(name: CallName, options?: CallOptions): Promise<TestReply>;
  close(): Promise<void>;
}

type TestDeps = Partial<Pick<Deps, 'log' | 'replica' | 'files' | 'tracing'>>;
export interface TestServerOptions extends Pick<PaymentTestOptions, 'stripe'>, TestDeps {
  clock?: TestClock;
  scope?: string;
  app?: Partial<Omit<AppOptions, keyof Deps>>;
  /** Kysely plugins that observe the server's statements. */
  plugins?: readonly KyselyPlugin[];
  /** A database to use instead of the worker's own. */
  db?: Db;
}

let counter = 0;
let passwordHash: Promise<string> | undefined;

/** Creates an account with a unique email address and phone number; by default, the account of a learner. */
export async function makeUser(db: Db, scope: string, now: Date, fields: Partial<User> = {}): Promise<User> {
  counter += 1;
  const at = now.toISOString();
  const row = {
    ...defaultFields,
    scope,
    id: uuidv7(),
    email: `person${counter}@example.org`,
    phone: `+49151${String(process.pid % 1000).padStart(3, '0')}${String(counter).padStart(5, '0')}`,
    password_hash: await (passwordHash ??= hashPassword(TEST_PASSWORD)),
    first_name: 'Anna',
    last_name: `Tester${counter}`,
    subscribed_until: new Date(now.getTime() + 30 * 86_400_000).toISOString(),
    created_at: at,
    updated_at: at,
    ...fields,
  };
  await db
    .insertInto('users')
    .values({
      ...row,
      search: personSearchText(row),
      field_revs: '{}',
      tags: JSON.stringify(row.tags),
      groups: JSON.stringify(row.groups),
      work_times: row.work_times && JSON.stringify(row.work_times),
      partner_files: JSON.stringify(row.partner_files),
    })
    .execute();
  await db.transaction().execute((tx) => joinTeam(tx, row));
  return row;
}

const defaultFields = {
  rev: 0,
  search: '',
  field_revs: {},
  token_version: 1,
  middle_name: null,
  avatar_sha256: null,
  outbox_key: null,
  waiting_since: null,
  source: null,
  consent_at: null,
  delete_at: null,
  language: 'en',
  theme: 'system',
  text_size: 'm',
  country: null,
  city: null,
  time_zone: 'UTC',
  date_birth: null,
  telegram: null,
  promo_code: null,
  referrer_id: null,
  responsible_id: null,
  ...{ partner_since: null, company: '', partner_note: '', commission_percent: 0, partner_files: [] },
  status: 'active',
  ...{ address: '', notes: '' },
  tags: [],
  groups: [],
  do_not_contact: false,
  phone_invalid: false,
  ...{ next_step_at: null, claimed_rev: null, assigned_at: null, return_warned_at: null, returns_at: null },
  return_check_at: new Date(0).toISOString(),
  ...{ grace_until: null, entitled_rev: null, roles_rev: null, gender: null, work_zone: '', weekly_goal: null },
  daily_limit: 20,
  rating: 5,
  work_times: null,
  blocked_at: null,
  show_contact_to_team: false,
  ...{ push_leads: true, push_tickets: true, push_tasks: true, push_names: false, quiet_hours: null },
  is_superuser: false,
  is_staff: false,
  is_manager: false,
  is_active: true,
  is_blocked: false,
  deleted_at: null,
  deleted_by: null,
} satisfies Partial<User>;

export const roles = {
  learner: {},
  consultant: { is_staff: true },
  manager: { is_staff: true, is_manager: true },
  admin: { is_staff: true, is_manager: true, is_superuser: true },
  blocked: { is_blocked: true },
} satisfies Record<string, Partial<User>>;

/** Returns the URL of a call with its parameters and query. */
export function callUrl(name: CallName, { params = {}, query = {} }: CallOptions = {}): string {
  const path = callNamed(name).path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

async function injectBytes(app: FastifyInstance, name: CallName, options: CallOptions, payload: Buffer) {
  const { token, headers = {} } = options;
  const reply = await app.inject({
    method: callNamed(name).method,
    url: callUrl(name, options),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
    payload,
  });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json<TestReply['body']>() };
}

/** Throws if the OpenAPI document does not list this error code for the call. */
function checkDocumented(name: CallName, code: unknown): void {
  const documented = [...documentedRefusals(name).values()].flat();
  const isServerError = code === 'internal' || code === 'unavailable';
  const isOff = code === 'not_found' && name.startsWith('sync.');
  if (!isServerError && !isOff && !documented.some((documentedCode) => documentedCode === code))
    throw new Error(`${name} refused with ${String(code)}: add it to server/http/openapi/refusals.ts`);
}

async function inject(app: FastifyInstance, name: CallName, options: CallOptions): Promise<TestReply> {
  const { method, encoding } = callNamed(name);
  const { token, body, headers = {} } = options;
  const sendsForm = encoding === 'form' && typeof body === 'object';
  if (Buffer.isBuffer(body)) return injectBytes(app, name, options, body);
  const reply = await app.inject({
    method,
    url: callUrl(name, options),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && {
        'content-type': sendsForm ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
      ...headers,
    },
    ...(body !== undefined && {
      payload: sendsForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body),
    }),
  });
  const text = reply.body;
  const isJson = text.startsWith('{') || text.startsWith('[');
  const parsed = (isJson ? JSON.parse(text) : {}) as TestReply['body'];
  if (reply.statusCode >= 400) checkDocumented(name, parsed['code']);
  return { status: reply.statusCode, headers: reply.headers, body: parsed };
}

/** Opens a server that does not listen on a port. It uses the worker's database, in a scope of its own. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { scope = uuidv7(), clock = new TestClock(), plugins = [], log = silentLog() } = options;
  const { replica, files, tracing } = options;
  const shared = options.db ?? (await openTestDatabase()).db;
  const db = plugins.reduce((plain, plugin) => plain.withPlugin(plugin), shared);
  const deps: Deps = { db, scope, clock: clock.now, log, pokes: new Pokes(), replica, files, tracing };
  const tokens = createTokens(TEST_SECRET, clock.now);
  const mainServer: { app?: FastifyInstance } = {};
  const { settings, ...testPayments } = await createTestPayments(deps, options, mainServer);
  const app = await buildApp({ ...deps, ...settings, rate_limits: false, ...options.app });
  mainServer.app = app;
  const tokenFor: TestServer['tokenFor'] = async (user, seconds = 30 * 86_400) => {
    // Read the current token version, because an earlier call may have increased it.
    const stored = await db.selectFrom('users').select('token_version').where('id', '=', user.id).executeTakeFirst();
    const ver = stored?.token_version ?? user.token_version;
    return tokens.issue({ sub: user.id, ver, scp: user.scope, fam: uuidv7() }, seconds);
  };
  return {
    app,
    ...testPayments,
    db,
    deps,
    scope,
    clock,
    tokens,
    tokenFor,
    user: async (fields) => {
      const user = await makeUser(db, scope, clock.now(), fields);
      return { ...user, token: await tokenFor(user) };
    },
    call: (name, callOptions = {}) => inject(app, name, callOptions),
    close: () => app.close(),
  };
}

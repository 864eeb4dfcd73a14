import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { buildApp } from '../../server/app.ts';
import type { Deps } from '../../server/deps.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { Db } from '../../server/db/tables.ts';
import { createTokens, type Tokens } from '../../server/features/accounts/tokens.ts';
import type { Payments } from '../../server/features/payments/payments.ts';
import type { PaymentProvider } from '../../server/features/payments/provider.ts';
import { silentLog } from '../../server/log.ts';
import { Pokes } from '../../server/pokes.ts';
import { TEST_SECRET } from '../helpers/test-payments.ts';
import { openSimDatabase, type SimDatabase } from '../simulation/sim-database.ts';
import { replaceHmac } from '../simulation/synchronous-hmac.ts';

const PUBLIC_URL = 'http://localhost:8080';

/** The objects that differ between the seeds that run on one server. */
interface Surroundings {
  scope: string;
  now: () => Date;
  provider: PaymentProvider;
  limit: () => AbortSignal;
  onJob: () => void;
  onError: (line: string) => void;
}

/** The server of simulated years: the code of the product with a real database. */
export interface YearServer {
  app: FastifyInstance;
  db: Db;
  deps: Deps;
  payments: Payments;
  tokens: Tokens;
  /**
   * Prepares the server for the next seed, which gets a scope of its own. Building the app again would take longer than
   * many of the seeds.
   */
  use(surroundings: Surroundings): void;
  /**
   * Updates the statistics with which the database plans queries. Without them the planner may choose the wrong index,
   * and a query for one member would read the rows of all members.
   */
  analyze(): Promise<void>;
  close(): Promise<void>;
}

const errorOf = (first: unknown): string => {
  const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : null;
  return error instanceof Error ? `(${error.stack ?? error.message})` : '';
};

/** Opens a database: PostgreSQL if DATABASE_URL is set, otherwise an embedded database in memory. */
async function openYearDatabase(): Promise<Pick<SimDatabase, 'db' | 'close'>> {
  const databaseUrl = process.env['DATABASE_URL'];
  const database = databaseUrl ? await openDatabase({ dataDir: '', databaseUrl }) : await openSimDatabase();
  // The data is not needed after the process ends, so commits need not wait until the log is written.
  if (!databaseUrl) await sql`set synchronous_commit = off`.execute(database.db);
  return database;
}

/** Starts the server on which the seeds run one after another. */
export async function openYearServer(): Promise<YearServer> {
  const restoreHmac = replaceHmac();
  const { db, close } = await openYearDatabase();
  let current: Surroundings | undefined;
  const clock = () => current?.now() ?? new Date(0);
  const log = silentLog();
  log.error = (first: unknown, message?: string) =>
    current?.onError(`${message ?? String(first)} ${errorOf(first)}`.trim());
  const deps: Deps = { db, scope: '', clock, log, pokes: new Pokes(), onJobsAdded: () => current?.onJob() };
  const provider = { name: 'demo' } as PaymentProvider;
  const payments: Payments = { deps, provider, public_url: () => PUBLIC_URL, checkouts: new Map() };
  const options = { payments, secret: TEST_SECRET, public_url: PUBLIC_URL, rate_limits: false, all_scopes: true };
  const app = await buildApp({ ...deps, ...options });
  return {
    ...{ app, db, deps, payments, tokens: createTokens(TEST_SECRET, clock) },
    use: (surroundings) => {
      current = surroundings;
      deps.scope = surroundings.scope;
      const { provider: next, limit } = surroundings;
      Object.assign(payments, { provider: next, limit, checkouts: new Map() });
    },
    analyze: async () => void (await sql`analyze`.execute(db)),
    close: async () => {
      await app.close();
      await close();
      restoreHmac();
    },
  };
}

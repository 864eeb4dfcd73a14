import { uuidv7 } from 'uuidv7';
import type { KyselyPlugin, UnknownRow } from 'kysely';
import { chargeRecurringDonations } from '../../server/features/donations/charge.ts';
import { renewSubscriptions } from '../../server/features/subscription/renew.ts';
import type { Intent } from '../../server/features/payments/provider.ts';
import type { SentEvent } from './webhooks.ts';
import type { Guarantee, YearWorld } from './world.ts';

/** Injected bugs that the checks must detect, and the guarantee that each bug violates. */
export const plantedFaults = {
  no_idempotency_key: 'one charge',
  amount_of_webhook: 'period and charge',
  renewal_without_lock: 'one charge',
  clock_of_device_on_server: 'access',
  clock_of_device_offline: 'phone',
  refund_not_reversed: 'access',
  donation_without_lock: 'one charge',
  donation_tried_daily: 'donations',
} as const satisfies Record<string, Guarantee>;
export type PlantedFault = keyof typeof plantedFaults;

/** The functions through which an injected bug changes the behaviour. */
export interface FaultHooks {
  /** Changes the intent with which the provider is called. */
  onCall?(intent: Intent): Intent;
  aroundWebhook?(event: SentEvent, deliver: () => Promise<number[]>): Promise<number[]>;
  aroundJobs?(run: () => Promise<unknown>): Promise<unknown>;
  /** Replaces the renewal job, no matter whether it would run in one process or in two at the same time. */
  renew?(): Promise<void>;
  /** Replaces the job that charges donations. */
  chargeDonations?(): Promise<void>;
  /** Called with the error of the device's clock in ms when a request starts, and with 0 when it has ended. */
  onRequest?(skew: number): void;
  /** Returns the error of the server's clock in ms. */
  clockError?(): number;
  /** Replaces the time (in ms) from which an offline phone decides about access. */
  phoneClock?(device_ms: number): number;
}

const subscriptionsOf = ({ server }: YearWorld) =>
  server.db.selectFrom('subscriptions').selectAll().where('scope', '=', server.deps.scope).execute();

/** Runs `act`, and then restores the paid time of the subscriptions that `act` has shortened. */
async function withoutReversal<T>(world: YearWorld, act: () => Promise<T>): Promise<T> {
  const before = new Map((await subscriptionsOf(world)).map((row) => [row.user_id, row]));
  const result = await act();
  const { db, deps } = world.server;
  for (const { user_id, until } of await subscriptionsOf(world)) {
    const row = before.get(user_id);
    if (!row?.until || until === null || until >= row.until) continue;
    const previous = { state: row.state, until: row.until };
    await db
      .updateTable('subscriptions')
      .set(previous)
      .where('scope', '=', deps.scope)
      .where('user_id', '=', user_id)
      .execute();
    const times = { subscribed_until: row.until };
    await db.updateTable('users').set(times).where('scope', '=', deps.scope).where('id', '=', user_id).execute();
  }
  return result;
}

/**
 * Makes a process see the rows of a table as they were before another process changed them, which can happen if it
 * reads them without a lock.
 */
function staleReads(
  { table, key }: { table: string; key: string },
  rows: readonly UnknownRow[],
  isDue: (row: UnknownRow) => boolean,
): KyselyPlugin {
  const affected = new WeakSet();
  const before = new Map(rows.map((row) => [row[key], row]));
  return {
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes(`"${table}"`)) affected.add(queryId);
      return node;
    },
    transformResult: async ({ queryId, result }) => {
      if (!affected.has(queryId)) return result;
      const isList = result.rows.every((row) => !('state' in row));
      if (isList) return { ...result, rows: rows.filter(isDue).map((row) => ({ [key]: row[key] })) };
      return { ...result, rows: result.rows.map((row) => ({ ...row, ...before.get(row[key]) })) };
    },
  };
}

async function renewWithoutLock(world: YearWorld): Promise<void> {
  const { deps, payments } = world.server;
  const rows = await subscriptionsOf(world);
  await renewSubscriptions(deps, payments);
  const isDue = ({ state, until }: UnknownRow) => state === 'active' && String(until) <= world.agenda.iso;
  const reads = staleReads({ table: 'subscriptions', key: 'user_id' }, rows as unknown as UnknownRow[], isDue);
  const stale = { ...deps, db: deps.db.withPlugin(reads) };
  await renewSubscriptions(stale, { ...payments, deps: stale });
}

async function chargeDonationsWithoutLock(world: YearWorld): Promise<void> {
  const { deps, payments } = world.server;
  const rows = await deps.db.selectFrom('recurring_donations').selectAll().where('scope', '=', deps.scope).execute();
  await chargeRecurringDonations(deps, payments);
  const isDue = ({ state, next_at }: UnknownRow) => state === 'active' && String(next_at) <= world.agenda.iso;
  const reads = staleReads({ table: 'recurring_donations', key: 'id' }, rows as unknown as UnknownRow[], isDue);
  const stale = { ...deps, db: deps.db.withPlugin(reads) };
  await chargeRecurringDonations(stale, { ...payments, deps: stale });
}

/** Charges donations, and then resets the number of failed attempts, so that a charge is attempted every day. */
async function chargeDonationsDaily({ server }: YearWorld): Promise<void> {
  const { deps, payments } = server;
  await chargeRecurringDonations(deps, payments);
  await deps.db.updateTable('recurring_donations').set({ attempts: 0 }).where('scope', '=', deps.scope).execute();
}

async function trustAmount({ server }: YearWorld, { intent_id, amount_cents }: SentEvent): Promise<void> {
  const intent = server.db.updateTable('payment_intents').set({ amount_cents }).where('scope', '=', server.deps.scope);
  await intent.where('id', '=', intent_id).execute();
}

const makeHooks: Record<PlantedFault, (world: YearWorld) => FaultHooks> = {
  no_idempotency_key: () => ({ onCall: (intent) => ({ ...intent, idempotency_key: uuidv7() }) }),
  amount_of_webhook: (world) => ({
    aroundWebhook: async (event, deliver) => {
      await trustAmount(world, event);
      return deliver();
    },
  }),
  renewal_without_lock: (world) => ({ renew: () => renewWithoutLock(world) }),
  donation_without_lock: (world) => ({ chargeDonations: () => chargeDonationsWithoutLock(world) }),
  donation_tried_daily: (world) => ({ chargeDonations: () => chargeDonationsDaily(world) }),
  clock_of_device_on_server: () => {
    let error = 0;
    return { onRequest: (skew) => void (error = skew), clockError: () => error };
  },
  clock_of_device_offline: () => ({ phoneClock: (device_ms) => device_ms }),
  refund_not_reversed: (world) => ({
    aroundJobs: (run) => withoutReversal(world, run),
    aroundWebhook: (_event, deliver) => withoutReversal(world, deliver),
  }),
};

export function plantFault(fault: PlantedFault | undefined, world: YearWorld): FaultHooks {
  return fault ? makeHooks[fault](world) : {};
}

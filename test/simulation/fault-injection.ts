import type { SentRequest } from './network.ts';
import type { SimTab } from './sim-tab.ts';
import type { World } from './world.ts';

/**
 * Injected bugs that the checks must detect, and the guarantee that each bug violates. A bug of the cursor is tested on
 * a real PostgreSQL.
 */
export const plantedFaults = {
  no_key: 'T2',
  key_per_attempt: 'T2',
  delete_before_ack: 'T1',
  no_owner_check: 'T7',
  clear_on_401: 'T1',
  head_of_line: 'T6',
  non_atomic_enqueue: 'T1',
  drop_on_5xx: 'T1',
  wrong_order: 'T3',
  key_outside_transaction: 'T2',
  no_rebase: 'T5',
  no_bodies: 'T1',
} as const;
export type PlantedFault = keyof typeof plantedFaults;

/** The functions through which an injected bug changes the behaviour. */
export interface FaultHooks {
  /** The event that must happen often for the bug to become visible. */
  readonly needs?: 'poison' | 'stranger' | 'restore';
  /** Whether a single failing op makes its entire batch fail. */
  readonly failsWholeBatch?: boolean;
  beforeCycle?(tab: SimTab): Promise<void>;
  afterCycle?(tab: SimTab): Promise<void>;
  afterSave?(tab: SimTab, op_id: string): Promise<void>;
  onSend?(request: SentRequest): SentRequest;
  onReply?(request: SentRequest, response: Response): Promise<Response>;
}

const isPush = ({ url }: SentRequest) => url.startsWith('/api/sync/push');

function withBody(request: SentRequest, change: (body: string) => string): SentRequest {
  return { ...request, init: { ...request.init, body: change(request.init.body as string) } };
}

/** Gives each attempt a new op id. */
function withNewOpIds(world: World, body: string): string {
  const randomPrefix = () =>
    Math.floor(world.chance.next() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return body.replaceAll(/"op_id":"[0-9a-f]{8}/g, () => `"op_id":"${randomPrefix()}`);
}

async function newKeysForRetries(world: World, { phone }: SimTab): Promise<void> {
  for (const entry of await phone.db.outbox
    .filter(({ attempts_net, attempts_srv }) => attempts_net + attempts_srv > 0)
    .toArray()) {
    const op_id = phone.store.newId();
    await phone.db.outbox.put({ ...entry, op_id, frozen: null });
    for (const saved of world.saved) if (saved.op_id === entry.op_id) saved.op_id = op_id;
  }
}

async function deleteQueued({ phone }: SimTab): Promise<void> {
  await phone.db.outbox.where('state').equals('queued').delete();
}

async function showServerRows({ phone }: SimTab): Promise<void> {
  for (const { entity, row } of await phone.db.base.toArray()) if (row) await phone.db.table(entity).put(row);
}

function watchStatuses(world: World) {
  const seen = new Map<number, number>();
  return {
    /** Returns whether a reply with a matching status has arrived since the last call. */
    since: (matches: (status: number) => boolean): boolean => {
      let found = false;
      for (const [status, count] of world.network.statuses) {
        if (matches(status) && count > (seen.get(status) ?? 0)) found = true;
        seen.set(status, count);
      }
      return found;
    },
  };
}

function faultHooksOf(world: World): Record<PlantedFault, FaultHooks> {
  const replies = watchStatuses(world);
  let queuedSeqs: number[] = [];
  return {
    no_key: {
      onSend: (request) => (isPush(request) ? withBody(request, (body) => withNewOpIds(world, body)) : request),
    },
    key_per_attempt: { beforeCycle: (tab) => newKeysForRetries(world, tab) },
    delete_before_ack: {
      beforeCycle: async ({ phone }) => {
        queuedSeqs = (await phone.db.outbox.where('state').equals('queued').toArray()).map((entry) => entry.seq!);
      },
      afterCycle: async ({ phone }) => phone.db.outbox.bulkDelete(queuedSeqs),
    },
    no_owner_check: {
      needs: 'stranger',
      onReply: async ({ url, person }, response) => {
        if (!url.startsWith('/api/accounts/refresh/')) return response;
        const { token } = (await response.json()) as { token: string };
        const user_id = world.server.people[person].me.id;
        return new Response(JSON.stringify({ token, user_id }), { status: 200, headers: response.headers });
      },
    },
    clear_on_401: {
      afterCycle: async (tab) => (replies.since((status) => status === 401) ? deleteQueued(tab) : undefined),
    },
    head_of_line: { needs: 'poison', failsWholeBatch: true },
    non_atomic_enqueue: {
      afterSave: async ({ phone }, op_id) => {
        // Simulates that the row and the outbox entry are written in separate transactions, and that the transaction of
        // the entry is lost.
        if (world.chance.happens(0.2)) await phone.db.outbox.where('op_id').equals(op_id).delete();
      },
    },
    drop_on_5xx: {
      afterCycle: async (tab) => (replies.since((status) => status >= 500) ? deleteQueued(tab) : undefined),
    },
    wrong_order: {
      onSend: (request) =>
        isPush(request)
          ? withBody(request, (text) => {
              const body = JSON.parse(text) as { ops: unknown[] };
              return JSON.stringify({ ...body, ops: body.ops.toReversed() });
            })
          : request,
    },
    key_outside_transaction: {
      onReply: async (request, response) => {
        if (isPush(request)) await world.server.deleteOutcomes(() => world.chance.happens(0.3));
        return response;
      },
    },
    no_rebase: { afterCycle: showServerRows },
    no_bodies: {
      needs: 'restore',
      // Deletes the content of sent writes, which the device would send again to a restored server.
      afterCycle: async ({ phone }) =>
        void (await phone.db.history.toCollection().modify((line) => void delete line.sent)),
    },
  };
}

export function injectFault(fault: PlantedFault | undefined, world: World): FaultHooks {
  return fault ? faultHooksOf(world)[fault] : {};
}

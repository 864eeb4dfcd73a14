import type { EntityName } from '../../../contract/entities/stores.ts';
import { PushOp, type PushReply, type PushResult } from '../../../contract/sync.ts';
import { isLocalWrite } from '../../../contract/writes/documented-writes.ts';
import { writeNamed, type WriteName } from '../../../contract/writes/index.ts';
import { actorOf } from '../../../src/db/outbox/actor.ts';
import type { PhoneDb } from '../../../src/db/schema/db.ts';
import { saveMeta } from '../../../src/db/schema/meta.ts';
import type { AnyRow } from '../../../src/db/outbox/view.ts';
import { isObject } from './values.ts';
import type { ApiClient, ApiResult } from './api-client.ts';
import type { ListReader } from './changes.ts';
import { checkEffect } from './check-effect.ts';
import { Ids } from './ids.ts';
import { toAcceptedResult, toRefusedResult, type OpContext } from './outcomes.ts';
import { claimSend, cleanSentOps, deleteSentOp, savedSentOp, saveSentOp, type SentOp } from './sent-ops.ts';
import { findDocumentedCall, buildRequest } from './write-calls.ts';

/**
 * Time in ms after which the effect of a write without a response is checked. Until then the write waits, because a
 * slow API may still be executing it.
 */
export const SETTLE_MS = 60_000;
/**
 * Maximum duration of a push in ms. The phone's claims on the writes expire after a minute; the remaining writes are
 * sent by the next push.
 */
const PUSH_MS = 20_000;

/**
 * `refused` and `unreachable` end the push early: the API refuses all requests for now, or cannot be reached. The
 * results so far are stored.
 */
export type DocumentedPushOutcome =
  | { kind: 'results'; reply: PushReply }
  | { kind: 'refused'; status: number; retry_after_ms: number | null }
  | { kind: 'unreachable' };

/**
 * The entities that a kind of write changes in addition to its own entity: taking a lead also changes people and tasks.
 */
const furtherEntities: Readonly<Record<string, readonly EntityName[]>> = {
  'lead.take': ['people', 'tasks'],
  'lead.reject': ['waiting_leads'],
};

type Step = PushResult | Exclude<DocumentedPushOutcome, { kind: 'results' }>;

class Pusher {
  private readonly client: ApiClient;
  private readonly lists: ListReader;
  private readonly context: OpContext;

  constructor(client: ApiClient, lists: ListReader, context: OpContext) {
    this.client = client;
    this.lists = lists;
    this.context = context;
  }

  /** Sends one op, unless its effect is already known. */
  async run(op: PushOp): Promise<Step> {
    const { db } = this.context;
    if (writeNamed(op.kind) && isLocalWrite(op.kind as WriteName, op.args))
      return toAcceptedResult(this.context, op, null);
    const known = await savedSentOp(db, op.op_id);
    if (known?.state === 'done') {
      const { row } = known.result as { row?: AnyRow | null };
      if (row) this.context.sent_rows.set(`${op.entity}:${op.id}`, row);
      return { ...known.result, replayed: true };
    }
    if (known?.state === 'sent' && !known.asked && !this.client.facts.keepsKeys) {
      const settled = await this.settle(op, known);
      if (settled !== 'send') return settled;
    }
    return this.send(op, known);
  }

  /** Finds out whether a write without a response took effect. Returns `send` if it can be sent again. */
  private async settle(op: PushOp, { at }: Extract<SentOp, { state: 'sent' }>): Promise<Step | 'send'> {
    const now = this.client.ports.clock.now();
    // A time in the future means that the clock was set back. The effect is then checked at once.
    if (now >= at && now - at < SETTLE_MS) return { op_id: op.op_id, status: 425 };
    const effect = await checkEffect(this.client, this.context, op);
    if (effect.kind === 'failed') return { op_id: op.op_id, status: 503 };
    if (effect.kind === 'absent') return 'send';
    if (effect.kind === 'done') return this.accept(op, effect.raw);
    // From now on, the user decides about the write. See: markPrompted
    return { op_id: op.op_id, status: 400, code: 'outcome_unknown' };
  }

  private async accept(op: PushOp, body: unknown): Promise<PushResult> {
    const result = await toAcceptedResult(this.context, op, body);
    await saveSentOp(this.context.db, op.op_id, { state: 'done', result });
    for (const entity of [op.entity, ...(furtherEntities[op.kind] ?? [])]) this.lists.expire(entity);
    return result;
  }

  private async send(op: PushOp, known: SentOp | undefined): Promise<Step> {
    const { db, ids, actor } = this.context;
    const { op_id } = op;
    const documented = findDocumentedCall(op, actor);
    const isSupported = documented !== null && this.client.supports(documented.call);
    const request = isSupported
      ? await buildRequest(db, op, documented, { ids, user_id: actor.user_id })
      : 'not_offered';
    if (request === 'not_offered') return { op_id, status: 422, code: 'not_offered' };
    if (request === 'missing_file') return { op_id, status: 424, code: 'blob_missing' };
    // Stored before the request, because the tab may be killed after the write was sent.
    if (!(await claimSend(db, op_id, known, this.client.ports.clock.now()))) return { op_id, status: 425 };
    const result = await this.client.send(request);
    return this.stepOf(op, result, known !== undefined);
  }

  private async noteMissing(op: PushOp): Promise<void> {
    const { db, actor } = this.context;
    const documented = findDocumentedCall(op, actor);
    const { facts, ports } = this.client;
    if (documented) await facts.missing.note(db, documented.call, ports.clock.now());
  }

  private async stepOf(op: PushOp, result: ApiResult, wasSent: boolean): Promise<Step> {
    const { db } = this.context;
    if (result.kind === 'reply') {
      const token = op.kind === 'me.update' && isObject(result.body) ? result.body['token'] : null;
      if (typeof token === 'string') await saveMeta(db, 'token', token);
      return this.accept(op, result.body);
    }
    // No response: the write may have taken effect.
    if (result.kind !== 'refused')
      return result.kind === 'none' && !result.is_network ? { op_id: op.op_id, status: 503 } : { kind: 'unreachable' };
    const { status, retry_after_ms } = result;
    await deleteSentOp(db, op.op_id);
    if (status === 405 || status === 501) await this.noteMissing(op);
    if (status === 401 || status === 429) return { kind: 'refused', status, retry_after_ms };
    // Deleting a record that no longer exists counts as done.
    const isGone = status === 404 || status === 410;
    if (isGone && (wasSent || writeNamed(op.kind)?.mode === 'delete') && writeNamed(op.kind)?.mode === 'delete')
      return this.accept(op, null);
    return toRefusedResult(op, result);
  }
}

const skippedResult = ({ op_id }: PushOp): PushResult => ({ op_id, status: 424, code: 'skipped' });

/** Whether an op cannot be sent because an earlier op was not accepted. */
function isBlocked(op: PushOp, results: readonly { op: PushOp; result: PushResult }[]): boolean {
  return results.some(({ op: earlier, result }) => {
    if (result.status >= 200 && result.status < 300) return false;
    const isDependency =
      op.deps.includes(earlier.op_id) || (op.atomic_group !== undefined && op.atomic_group === earlier.atomic_group);
    // A refused op blocks the later ops of its lane only if it creates a record.
    const isFinal = result.status !== 400 && result.status !== 424 && result.status !== 425 && result.status < 500;
    const blocksLane = !isFinal || writeNamed(earlier.kind)?.mode === 'create';
    return isDependency || (blocksLane && op.lane === earlier.lane);
  });
}

/**
 * Sends the ops of a push one by one, in order. A write without a response is not simply sent again: first its effect
 * is looked up, and if the API does not show it, the user decides.
 */
export async function pushOps(
  client: ApiClient,
  lists: ListReader,
  db: PhoneDb,
  { user_id, device_id, body }: { user_id: string; device_id: string; body: unknown },
): Promise<DocumentedPushOutcome> {
  const me = await db.me.get(user_id);
  const raw = isObject(body) && Array.isArray(body['ops']) ? body['ops'] : [];
  const ops = raw.flatMap((each) => PushOp.safeParse(each).data ?? []);
  if (!me || ops.length !== raw.length) return { kind: 'refused', status: 400, retry_after_ms: null };
  await cleanSentOps(db);
  const ids = await Ids.load(db, lists.files);
  const now = client.serverTime();
  const read = { ids, me, user_id, now, reported: new Set<string>() };
  const pusher = new Pusher(client, lists, { db, ids, actor: actorOf(me, device_id), read, sent_rows: new Map() });
  const started = client.ports.clock.now();
  const results: { op: PushOp; result: PushResult }[] = [];
  for (const op of ops) {
    const isLate = results.length > 0 && client.ports.clock.now() - started > PUSH_MS;
    const step = isLate || isBlocked(op, results) ? skippedResult(op) : await pusher.run(op);
    if ('kind' in step) return step;
    results.push({ op, result: step });
  }
  return {
    kind: 'results',
    reply: { results: results.map(({ result }) => result), rev: 0, server_time: client.serverTime() },
  };
}

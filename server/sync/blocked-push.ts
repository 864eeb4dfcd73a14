import type { z } from '../../contract/zod.ts';
import { Refused } from '../../contract/errors.ts';
import type { PushBody } from '../../contract/sync.ts';
import type { WriteName } from '../../contract/writes/index.ts';
import { withContext } from '../context.ts';
import { countDailyWrite } from '../daily-limit.ts';
import type { Deps } from '../deps.ts';
import { HANDOVER_DAYS } from '../features/accounts/revoke-sessions.ts';
import { recipientOf } from '../features/handovers/recipient.ts';
import { insertHandover } from '../features/handovers/repository.ts';
import type { Caller, HandlerContext } from '../handlers.ts';
import { runOnce } from '../http/idempotency.ts';
import { correctedAt, parseOp, type ParsedOp } from './parsed-op.ts';
import { recordTitle } from './record-title.ts';

const DAY_MS = 86_400_000;

/**
 * Writes that record work already done; they are handed over to a colleague. All other writes, such as assigning a
 * task, stay on the blocked device.
 */
const transferableWrites: ReadonlySet<WriteName> = new Set<WriteName>([
  'contact.edit',
  'interaction.log',
  'interaction.edit',
  'task.edit',
  'task.finish',
  'person.edit',
  'person.note',
]);

/** Thrown if there is no colleague who could take over the write. The write then stays on the device. */
class NoRecipient extends Error {}

async function handOver(context: HandlerContext, parsed: ParsedOp): Promise<void> {
  const { op, kind, entity } = parsed;
  const outcome = await runOnce(context, parsed.operation, () => Promise.reject(new Refused('handed_over')));
  if (outcome.replayed) return;
  const args = parsed.args as Record<string, unknown>;
  const at = correctedAt(op, context.received_at);
  const offer = { entity, entity_id: op.id, kind, args, at };
  // The recipient is also null for a record to which the author never had access. See: [Note: Handovers of records the
  // sender had].
  const to_id = await recipientOf(context, { ...offer, title: '' });
  if (to_id === null) throw new NoRecipient();
  await countDailyWrite(context, 'handovers');
  const title = await recordTitle(context, entity, op.id, args);
  const times = { created_at: context.received_at, updated_at: context.received_at };
  const rev = await context.nextRev();
  const from_id = context.caller.user_id;
  // The handover gets the id of the op, so that the same write is not handed over twice.
  const written = { ...offer, ...times, title, sent: null, id: op.op_id, rev, from_id, to_id };
  await insertHandover(context, { ...written, state: 'offered' });
  context.poke([to_id]);
}

/**
 * [Note: Work before a block] For 30 days after a block, each transferable write that was made before the block is
 * handed over once, to the current owner of the record or to the author's manager. If the user is unblocked and the
 * device sends the same write again, it gets `handed_over`. Writes that were made later, and writes of other kinds,
 * stay on the blocked device. An op that fails does not affect the others.
 */
export async function handOverWorkBeforeBlock(
  deps: Deps,
  caller: Caller,
  body: z.infer<typeof PushBody>,
): Promise<void> {
  const { blocked_at } = caller.user;
  if (blocked_at === null) return;
  const received_at = deps.clock().toISOString();
  if (Date.parse(received_at) - Date.parse(blocked_at) > HANDOVER_DAYS * DAY_MS) return;
  for (const value of body.ops) {
    const parsed = parseOp(value, body.device_id);
    if ('fields' in parsed || !transferableWrites.has(parsed.kind)) continue;
    if (correctedAt(parsed.op, received_at) >= blocked_at) continue;
    try {
      await withContext(deps, caller, (context) => handOver(context, parsed));
    } catch (error) {
      if (error instanceof NoRecipient || error instanceof Refused) continue;
      deps.log.error({ err: error, op_id: parsed.op.op_id }, 'failed to hand over the work of a blocked user');
    }
  }
}

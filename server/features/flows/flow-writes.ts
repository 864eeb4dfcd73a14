import { flows, type Flow } from '../../../contract/entities/flow.ts';
import { Refused } from '../../../contract/errors.ts';
import { MAX_FLOWS, MAX_FLOWS_SUBSCRIBED } from '../../../contract/landing/values.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { HandlerContext, WriteHandler, WriteOutcome } from '../../handlers.ts';
import { RefusedWithRow } from '../../http/with-current-row.ts';
import { isSameValue, mergeOrConflict, nextFieldRevs } from '../../sync/merge.ts';
import { checkNotDeleted } from '../contacts/check-not-deleted.ts';
import { lockContactOwner } from '../contacts/person.ts';
import { lockBlocksOf } from './block-repository.ts';
import {
  countFlows,
  dropFlow,
  findFlow,
  insertFlow,
  isNameTaken,
  lockFlow,
  updateFlow,
  type StoredFlow,
} from './flow-repository.ts';
import { usableImage } from './images.ts';

const outcome = (row: Flow): WriteOutcome => ({ row, rev: row.rev });
const takenError = { unique_name: 'flow_name_taken' };

async function requireExisting(context: HandlerContext, row: StoredFlow | undefined): Promise<StoredFlow> {
  if (!row) throw new Refused('not_found');
  await checkNotDeleted(context, row.flow, row);
  return row;
}

/**
 * Returns one of the caller's own flows that is not deleted, without locking it. Throws `not_found` or
 * `record_deleted`.
 */
export const findFlowOrThrow = async (context: HandlerContext, id: string): Promise<Flow> =>
  (await requireExisting(context, await findFlow(context, id))).flow;

/** Locks one of the caller's own flows that is not deleted. Throws `not_found` or `record_deleted`. */
export const lockFlowOrThrow = async (context: HandlerContext, id: string): Promise<StoredFlow> =>
  requireExisting(context, await lockFlow(context, id));

/**
 * Throws `flow_state` if the flow is archived. `row` is the record that the write was to change; the error contains it.
 */
export function checkNotArchived(flow: Flow, row: { rev: number } | null = flow): void {
  if (flow.state === 'archived') throw new RefusedWithRow('flow_state', row, row?.rev);
}

const maxFlows = ({ caller }: HandlerContext) => (caller.is_subscribed ? MAX_FLOWS_SUBSCRIBED : MAX_FLOWS);

/** Saves the changes to a locked flow. `version` is the number of the version that is published after the change. */
export async function saveFlow(
  context: HandlerContext,
  { flow, field_revs, version: current }: StoredFlow,
  next: Flow,
  version: number | null = current,
): Promise<Flow> {
  await countDailyWrite(context, 'landing_changes');
  const rev = await context.nextRev();
  const { unique_name } = next;
  const isRenamed = unique_name !== null && unique_name !== flow.unique_name;
  if (isRenamed && (await isNameTaken(context, unique_name, flow.id)))
    throw new RefusedWithRow('flow_name_taken', flow, flow.rev, takenError);
  const names = Object.keys(flow) as (keyof Flow)[];
  const changed = Object.fromEntries(
    names.filter((name) => !isSameValue(flow[name], next[name])).map((name) => [name, next[name]]),
  );
  const row = { ...next, rev, updated_at: context.received_at };
  await updateFlow(context, row, nextFieldRevs(field_revs, changed, rev), version);
  context.poke([row.owner_id]);
  return row;
}

/**
 * Creates a flow. If the caller has already created it, returns the existing flow; the id of another user's flow is
 * treated as not found. If the address is taken, the flow is created without an address. Throws `flows_full`.
 */
export const createFlowHandler: WriteHandler<'flow.create'> = async (context, { id, args }) => {
  const { caller, received_at } = context;
  const existing = await lockFlow(context, id);
  if (existing) {
    await checkNotDeleted(context, existing.flow, existing);
    return outcome(existing.flow);
  }
  await lockContactOwner(context, caller.user_id);
  if ((await countFlows(context)) >= maxFlows(context)) throw new Refused('flows_full');
  await countDailyWrite(context, 'flows');
  const { at: _, unique_name: name, ...fields } = args;
  const rev = await context.nextRev();
  const isTaken = name !== null && (await isNameTaken(context, name, id));
  const row: Flow = {
    ...fields,
    id,
    rev,
    owner_id: caller.user_id,
    unique_name: isTaken ? null : name,
    taken_name: isTaken ? name : null,
    cover: null,
    state: 'draft',
    published_at: null,
    published: null,
    created_at: received_at,
    updated_at: received_at,
  };
  if (!(await insertFlow(context, row))) throw new Refused('not_found');
  context.poke([caller.user_id]);
  return outcome(row);
};

/**
 * Edits a flow, merging field by field. Throws `conflict`, `record_deleted`, `flow_state`, `flow_name_taken` or
 * `not_found`.
 */
export const editFlowHandler: WriteHandler<'flow.edit'> = async (context, { id, args, base, base_rev }) => {
  const row = await lockFlowOrThrow(context, id);
  const { flow, field_revs } = row;
  checkNotArchived(flow);
  const changed = await mergeOrConflict(context, flow, field_revs, { patch: args, base, base_rev }, flows);
  const isNamed = args.unique_name !== undefined;
  if (Object.keys(changed).length === 0 && !(isNamed && flow.taken_name !== null)) return outcome(flow);
  const next = { ...flow, ...(changed as Partial<Flow>), ...(isNamed && { taken_name: null }) };
  return outcome(await saveFlow(context, row, next));
};

/** Sets or removes the cover. Throws `blob_missing`, `flow_state`, `record_deleted` or `not_found`. */
export const flowCoverHandler: WriteHandler<'flow.cover'> = async (context, { id, args }) => {
  const row = await lockFlowOrThrow(context, id);
  const { flow } = row;
  checkNotArchived(flow);
  if ((args.cover?.sha256 ?? null) === (flow.cover?.sha256 ?? null)) return outcome(flow);
  const cover = args.cover && (await usableImage(context, id, args.cover.sha256));
  return outcome(await saveFlow(context, row, { ...flow, cover }));
};

/** The fields of a flow that is no longer published. */
const unpublishedFields = { published_at: null, published: null };

/** Archives a flow and unpublishes its page. Idempotent. Throws `record_deleted` or `not_found`. */
export const archiveFlowHandler: WriteHandler<'flow.archive'> = async (context, { id }) => {
  const row = await lockFlowOrThrow(context, id);
  if (row.flow.state === 'archived') return outcome(row.flow);
  return outcome(await saveFlow(context, row, { ...row.flow, ...unpublishedFields, state: 'archived' }, null));
};

/** Takes a flow out of the archive, as a draft. Idempotent. Throws `record_deleted` or `not_found`. */
export const unarchiveFlowHandler: WriteHandler<'flow.unarchive'> = async (context, { id }) => {
  const row = await lockFlowOrThrow(context, id);
  if (row.flow.state !== 'archived') return outcome(row.flow);
  return outcome(await saveFlow(context, row, { ...row.flow, state: 'draft' }));
};

/** Unpublishes the page of a flow, which becomes a draft. Idempotent. Throws `flow_state`. */
export async function unpublishFlow(context: HandlerContext, row: StoredFlow): Promise<Flow> {
  checkNotArchived(row.flow);
  if (row.flow.state !== 'published') return row.flow;
  return saveFlow(context, row, { ...row.flow, ...unpublishedFields, state: 'draft' }, null);
}

/** Deletes a flow with its blocks, versions and figures. Idempotent. Throws `not_found`. */
export const deleteFlowHandler: WriteHandler<'flow.delete'> = async (context, { id }) => {
  const row = await lockFlow(context, id);
  if (!row) throw new Refused('not_found');
  if (row.deleted_at !== null) return { row: null, rev: row.flow.rev };
  await lockBlocksOf(context, id);
  const rev = await context.nextRev();
  await dropFlow(context, row.flow, rev, context.received_at);
  context.poke([row.flow.owner_id]);
  return { row: null, rev };
};

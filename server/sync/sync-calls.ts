import { Refused } from '../../contract/errors.ts';
import { hasAccess } from '../../contract/roles.ts';
import type { CallReply } from '../../contract/api-calls/index.ts';
import type { Deps } from '../deps.ts';
import { commandLine } from '../command-line.ts';
import type { Tx } from '../db/tables.ts';
import { callerOf } from '../caller.ts';
import type {
  Caller,
  CallInput,
  RowsContext,
  SelfTransactionalCall,
  SelfTransactionalUploadCall,
} from '../handlers.ts';
import { changesSince } from './changes.ts';
import { handOverWorkBeforeBlock } from './blocked-push.ts';
import { isIdlePullDue, findDevice, recordPull } from './devices.ts';
import { groupDigest } from './digest.ts';
import { CursorAhead } from './epoch.ts';
import { idlePullReply } from './idle-pull.ts';
import { runPush } from './push.ts';
import { readSnapshot } from './read-snapshot.ts';
import { snapshotPage } from './snapshot.ts';

/** Sync calls, which open their own transactions: one per push, or one database snapshot. */
type SyncCall = Exclude<Extract<SelfTransactionalCall, `sync.${string}`>, SelfTransactionalUploadCall>;

/** One handler per sync call. */
export type SyncHandlers = {
  [K in SyncCall]: (deps: Deps, caller: Caller, input: CallInput<K>) => Promise<CallReply<K>>;
};

/**
 * Returns the context with the caller as of the snapshot. The access of a member may have changed since the request was
 * authorised, and the rows must match the revs that the snapshot covers.
 */
async function snapshotContext(tx: Tx, caller: Caller, at: string): Promise<RowsContext> {
  const user = await tx
    .selectFrom('users')
    .selectAll()
    .where('scope', '=', caller.scope)
    .where('id', '=', caller.user_id)
    .executeTakeFirst();
  return { tx, caller: user ? callerOf(user, at) : caller, received_at: at };
}

/**
 * Returns the device of a pull. Returns undefined while a manager or an admin views another account, because the device
 * then does not belong to the viewed person.
 */
const ownDevice = ({ view }: Caller, device_id: string | undefined) => (view ? undefined : device_id);

/**
 * Logs an error if the database has lost writes without a new epoch. The response then makes the device send its recent
 * writes again.
 */
async function logLostWrites<T>(deps: Deps, reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof CursorAhead)
      deps.log.error(
        `a device knows a newer revision than the database, which has lost writes: run \`${commandLine('new-epoch')}\``,
      );
    throw error;
  }
}

// Devices send their id in a header. These calls also accept it as an argument, for clients that do not send the
// header.
export const syncHandlers: SyncHandlers = {
  'sync.push': async (deps, caller, { body }) => {
    if (!hasAccess(caller.user)) {
      await findDevice(deps.db, caller, body.device_id);
      await handOverWorkBeforeBlock(deps, caller, body);
      throw new Refused('blocked');
    }
    return runPush(deps, caller, body);
  },
  'sync.changes': async (deps, caller, { query }) => {
    const device_id = ownDevice(caller, query.device_id);
    const at = deps.clock().toISOString();
    const idleReply = idlePullReply(caller, query, at);
    if (idleReply) return idleReply;
    const device = await findDevice(deps.db, caller, device_id);
    const reply = await logLostWrites(
      deps,
      readSnapshot(deps, caller, async (tx) => changesSince(await snapshotContext(tx, caller, at), query, at)),
    );
    const cursors = Object.values(reply.cursors).filter((cursor) => cursor !== undefined);
    const shouldRecordPull =
      reply.changes.length > 0 || (cursors.length > 0 && !reply.has_more && isIdlePullDue(device, at));
    if (device_id && shouldRecordPull) await recordPull(deps.db, caller, device_id, Math.min(...cursors), at);
    return reply;
  },
  'sync.snapshot': async (deps, caller, { query }) => {
    const device_id = ownDevice(caller, query.device_id);
    await findDevice(deps.db, caller, device_id);
    const at = deps.clock().toISOString();
    const page = await logLostWrites(
      deps,
      readSnapshot(deps, caller, async (tx) => snapshotPage(await snapshotContext(tx, caller, at), query, at)),
    );
    if (device_id && page.next === null) await recordPull(deps.db, caller, device_id, page.as_of, at);
    return page;
  },
  'sync.digest': (deps, caller, { query }) => {
    const at = deps.clock().toISOString();
    return readSnapshot(deps, caller, async (tx) => groupDigest(await snapshotContext(tx, caller, at), query.group));
  },
};

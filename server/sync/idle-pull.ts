import { groups } from '../../contract/entities/define.ts';
import type { ChangesReply, Cursors } from '../../contract/sync.ts';
import type { Caller } from '../handlers.ts';
import { checkCursors, type ChangesQuery } from './changes.ts';
import { isIdlePullDue } from './devices.ts';
import { checkEpoch } from './epoch.ts';

/**
 * Returns the reply to a pull that has nothing to fetch. It is built from the counter and the device that were read
 * when the request was authorised, so that no further SQL statement is needed. Returns null if there is something to
 * fetch or to record. Throws `epoch_changed`.
 */
export function idlePullReply(caller: Caller, query: ChangesQuery, server_time: string): ChangesReply | null {
  const { seen } = caller;
  if (!seen) return null;
  const { counter, device } = seen;
  if (query.device_id !== undefined && query.device_id !== seen.device_id) return null;
  const requestedGroups = groups.filter((group) => query[group] !== undefined);
  if (requestedGroups.length === 0 || requestedGroups.some((group) => query[group] !== counter.rev)) return null;
  checkEpoch(query.epoch, counter.epoch);
  checkCursors(query, counter, caller);
  if (query.device_id !== undefined && isIdlePullDue(device, server_time)) return null;
  const cursors: Cursors = Object.fromEntries(requestedGroups.map((group) => [group, counter.rev]));
  return { changes: [], acked: [], cursors, epoch: counter.epoch, has_more: false, server_time };
}

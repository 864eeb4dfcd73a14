import { entities } from '../../contract/entities/index.ts';
import { entityNames, type EntityName } from '../../contract/entities/stores.ts';
import type { Group } from '../../contract/entities/define.ts';
import { writeNames, writes, type WriteName } from '../../contract/writes/index.ts';
import type { RowsContext } from '../handlers.ts';

/** Names of the entities of a pull group, in the order of the list. */
export const entitiesOf = (group: Group): EntityName[] => entityNames.filter((name) => entities[name].group === group);

const writesOf = (group: Group): WriteName[] =>
  writeNames.filter((name) => entities[writes[name].entity].group === group);

/** Revs of one group that a response covers: after < rev <= upTo. */
export interface Span {
  group: Group;
  after: number;
  upTo: number;
}

/** A snapshot does not know which ops the device still holds, so it lists at most this many of the newest. */
const MAX_ACKED = 1000;

/**
 * Ids of the device's ops whose effect is in these spans. A span must be complete: beyond the end of a cut page there may
 * be rows that carry an op's effect. Ops that are missing are sent again and answered from the stored outcome.
 */
export async function ackedOps(
  { tx, caller }: RowsContext,
  device_id: string | undefined,
  spans: readonly Span[],
): Promise<string[]> {
  const asked = spans.filter((span) => span.upTo > span.after && writesOf(span.group).length > 0);
  if (device_id === undefined || asked.length === 0) return [];
  const rows = await tx
    .selectFrom('sync_ops')
    .select(['op_id', 'rev'])
    .where('scope', '=', caller.scope)
    .where('user_id', '=', caller.user_id)
    .where('device_id', '=', device_id)
    .where('status', '=', 200)
    .where((eb) =>
      eb.or(
        asked.map(({ group, after, upTo }) =>
          eb.and([eb('kind', 'in', writesOf(group)), eb('rev', '>', after), eb('rev', '<=', upTo)]),
        ),
      ),
    )
    .orderBy('rev', 'desc')
    .limit(MAX_ACKED)
    .execute();
  return rows.map((row) => row.op_id);
}

import { entities } from '../../contract/entities/index.ts';
import { entityNames, type EntityName } from '../../contract/entities/stores.ts';
import type { Group } from '../../contract/entities/define.ts';
import { writeNames, writes, type WriteName } from '../../contract/writes/index.ts';
import type { RowsContext } from '../handlers.ts';

/** Returns the names of the entities in a pull group, in the order of `entityNames`. */
export const entitiesOf = (group: Group): EntityName[] => entityNames.filter((name) => entities[name].group === group);

const writesOf = (group: Group): WriteName[] =>
  writeNames.filter((name) => entities[writes[name].entity].group === group);

/** The revs of one group that a response covers: after < rev <= upTo. */
export interface RevSpan {
  group: Group;
  after: number;
  upTo: number;
}

/**
 * Maximum number of op ids that a response acknowledges. The server cannot determine which ops are still in the outbox
 * of the device, so it lists only the newest.
 */
const MAX_ACKED = 1000;

/**
 * Returns the ids of the device's ops whose effects are contained in these spans. Pass only spans whose rows are all in
 * the response: if a page ends within a span, rows with the effect of an op may follow on the next page. An op that is
 * missing in the result is simply sent again and answered with the stored outcome.
 */
export async function ackedOps(
  { tx, caller }: RowsContext,
  device_id: string | undefined,
  spans: readonly RevSpan[],
): Promise<string[]> {
  const relevantSpans = spans.filter((span) => span.upTo > span.after && writesOf(span.group).length > 0);
  if (device_id === undefined || relevantSpans.length === 0) return [];
  const rows = await tx
    .selectFrom('sync_ops')
    .select(['op_id', 'rev'])
    .where('scope', '=', caller.scope)
    .where('user_id', '=', caller.user_id)
    .where('device_id', '=', device_id)
    .where('status', '=', 200)
    .where((eb) =>
      eb.or(
        relevantSpans.map(({ group, after, upTo }) =>
          eb.and([eb('kind', 'in', writesOf(group)), eb('rev', '>', after), eb('rev', '<=', upTo)]),
        ),
      ),
    )
    .orderBy('rev', 'desc')
    .limit(MAX_ACKED)
    .execute();
  return rows.map((row) => row.op_id);
}

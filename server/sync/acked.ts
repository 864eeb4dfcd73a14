import { entities } from '../../contract/entities/index.ts';
import { entityNames, type EntityName } from '../../contract/entities/stores.ts';
import type { Group } from '../../contract/entities/define.ts';
import { writeNames, writes, type WriteName } from '../../contract/writes/index.ts';
import type { RowsContext } from '../handlers.ts';

export const entitiesOf = (group: Group): EntityName[] => entityNames.filter((name) => entities[name].group === group);

const writesOf = (group: Group): WriteName[] =>
  writeNames.filter((name) => entities[writes[name].entity].group === group);

/** Revs of one group that a reply makes known: after < rev <= upTo. */
export interface Span {
  group: Group;
  after: number;
  upTo: number;
}

/** A snapshot knows nothing of what the phone still holds: it names this many of the newest ops. */
const MAX_ACKED = 1000;

/**
 * The device's ops whose effect lies in these spans. A span must be known whole: of a page that was cut, a row may
 * have moved on beyond the cut with the op's effect. Ops left out are sent again and answered from the store.
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

import { RowDigest } from '../../contract/digest.ts';
import type { Entity, Group } from '../../contract/entities/define.ts';
import { entities } from '../../contract/entities/index.ts';
import type { EntityName } from '../../contract/entities/stores.ts';
import type { DigestReply } from '../../contract/sync.ts';
import type { RowsContext } from '../handlers.ts';
import { entitiesOf } from './acked.ts';
import { counterOf } from './counter.ts';
import { rowSources } from './rows.ts';

const AT_ONCE = 1_000;

/**
 * The living rows of one entity that a snapshot would bring now. [Note: What a digest counts] A phone holds the same
 * ones once it has pulled up to `as_of`, but for two kinds. Rows that each side drops in its own time (closed tasks) are
 * kept out by `inDigest`. Rows that left the caller's sight without a change of their own (a subscription that ended,
 * comments under a lesson that was taken away) are still on the phone: there the digests differ, as they should, and
 * the snapshot that follows takes those rows away.
 */
async function entityDigest(context: RowsContext, c: EntityName): Promise<{ count: number; hash: string }> {
  const entity = entities[c] as Entity;
  const digest = new RowDigest();
  let after: string | null = null;
  do {
    const page: { id: string; rev: number }[] = await rowSources[c].page(context, after, AT_ONCE);
    for (const row of page) if (entity.inDigest?.(row) ?? true) digest.add(row.id, row.rev);
    after = page.length < AT_ONCE ? null : (page.at(-1)?.id ?? null);
  } while (after !== null);
  return { count: digest.count, hash: digest.hash };
}

/** What the caller's mirror of a group should hold. To be called in one snapshot of the database (repeatable read). */
export async function groupDigest(context: RowsContext, group: Group): Promise<DigestReply> {
  const { rev } = await counterOf(context.tx, context.caller.scope);
  const found: DigestReply['entities'] = {};
  for (const c of entitiesOf(group)) found[c] = await entityDigest(context, c);
  return { as_of: rev, entities: found };
}

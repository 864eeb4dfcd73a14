import { RowDigest } from '../../contract/digest.ts';
import type { Entity, Group } from '../../contract/entities/define.ts';
import { entities } from '../../contract/entities/index.ts';
import type { EntityName } from '../../contract/entities/stores.ts';
import type { DigestReply } from '../../contract/sync.ts';
import type { RowsContext } from '../handlers.ts';
import { entitiesOf } from './acked.ts';
import { counterOf } from './counter.ts';
import { rowSources } from './rows.ts';

const PAGE_ROWS = 1_000;

/**
 * Count and hash of the rows of one entity that a snapshot would contain now. [Note: What a digest counts] A device that
 * has pulled up to `as_of` holds the same rows, with two exceptions. Rows that each side drops at its own time (closed
 * tasks) are excluded by `inDigest`. Rows that became invisible without a change of their own (after the end of a
 * subscription, or comments of a removed lesson) are still on the device: the digests differ, as intended, and the
 * snapshot that follows removes those rows.
 */
async function entityDigest(context: RowsContext, c: EntityName): Promise<{ count: number; hash: string }> {
  const entity = entities[c] as Entity;
  const digest = new RowDigest();
  let after: string | null = null;
  do {
    const page: { id: string; rev: number }[] = await rowSources[c].page(context, after, PAGE_ROWS);
    for (const row of page) if (entity.inDigest?.(row) ?? true) digest.add(row.id, row.rev);
    after = page.length < PAGE_ROWS ? null : (page.at(-1)?.id ?? null);
  } while (after !== null);
  return { count: digest.count, hash: digest.hash };
}

/** Returns what the caller's mirror of a group should contain. Call it in one database snapshot (repeatable read). */
export async function groupDigest(context: RowsContext, group: Group): Promise<DigestReply> {
  const { rev } = await counterOf(context.tx, context.caller.scope);
  const found: DigestReply['entities'] = {};
  for (const c of entitiesOf(group)) found[c] = await entityDigest(context, c);
  return { as_of: rev, entities: found };
}

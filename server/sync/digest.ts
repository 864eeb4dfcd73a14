import { RowDigest } from '../../contract/digest.ts';
import type { Entity, Group } from '../../contract/entities/define.ts';
import { entities } from '../../contract/entities/index.ts';
import type { EntityName } from '../../contract/entities/stores.ts';
import type { DigestReply } from '../../contract/sync.ts';
import type { RowsContext } from '../handlers.ts';
import { entitiesOf } from './acked.ts';
import { counterOf } from './counter.ts';
import { rowSources } from './rows.ts';

const ROWS_PER_PAGE = 1_000;

/**
 * Returns count and hash of the rows of one entity that a snapshot would contain now. [Note: What a digest counts] A
 * device that has pulled up to `as_of` has the same rows, with two exceptions. First, rows that server and device
 * delete at different times (such as closed tasks); these are excluded by `inDigest`. Second, rows that became
 * invisible although they did not change, such as comments on a removed lesson. These are still on the device, so the
 * digests differ, as intended, and the snapshot that follows removes them.
 */
async function entityDigest(context: RowsContext, c: EntityName): Promise<{ count: number; hash: string }> {
  const entity = entities[c] as Entity;
  const digest = new RowDigest();
  let after: string | null = null;
  do {
    const page: { id: string; rev: number }[] = await rowSources[c].page(context, after, ROWS_PER_PAGE);
    for (const row of page) if (entity.inDigest?.(row) ?? true) digest.add(row.id, row.rev);
    after = page.length < ROWS_PER_PAGE ? null : (page.at(-1)?.id ?? null);
  } while (after !== null);
  return { count: digest.count, hash: digest.hash };
}

/**
 * Returns count and hash of each entity in a group as the caller's mirror should have them. Call it within one database
 * snapshot (repeatable read).
 */
export async function groupDigest(context: RowsContext, group: Group): Promise<DigestReply> {
  const { rev } = await counterOf(context.tx, context.caller.scope);
  const digests: DigestReply['entities'] = {};
  for (const c of entitiesOf(group)) digests[c] = await entityDigest(context, c);
  return { as_of: rev, entities: digests };
}

import { sql } from 'kysely';
import type { Flow } from '../../../contract/entities/flow.ts';
import type { LandingBlock } from '../../../contract/entities/landing-block.ts';
import { Refused } from '../../../contract/errors.ts';
import { shownImageHashes } from '../../../contract/landing/page-tree.ts';
import { blockProblems } from '../../../contract/landing/problems.ts';
import { MAX_VERSIONS } from '../../../contract/landing/values.ts';
import type { HandlerContext, RowsContext } from '../../handlers.ts';
import { RefusedWithRow } from '../../http/with-current-row.ts';
import { addJob } from '../../jobs/queue.ts';
import { blocksOf } from './block-repository.ts';
import { resolveCards } from './cards.ts';
import { checkNotArchived, lockFlowOrThrow, saveFlow } from './flow-writes.ts';

/**
 * Throws `landing_incomplete` with everything that keeps the page from being published: `<block id>.<prop>` for a
 * block, `unique_name` if the flow has no address, and `blocks` if the page would be empty.
 */
function checkComplete(flow: Flow, blocks: readonly LandingBlock[]): void {
  const problems = blocks.flatMap((block) => blockProblems(block)).filter(({ level }) => level === 'error');
  const missing = [
    ...(flow.unique_name === null ? ['unique_name'] : []),
    ...(blocks.every(({ hidden }) => hidden) ? ['blocks'] : []),
    ...problems.map(({ block_id, field }) => `${block_id}.${field}`),
  ];
  if (missing.length === 0) return;
  const fields = Object.fromEntries(missing.map((name) => [name, 'required']));
  throw new RefusedWithRow('landing_incomplete', flow, flow.rev, fields);
}

/** Throws `blob_missing` if an image of the page is not stored. */
async function checkImages({ tx, scope }: HandlerContext, shas: readonly string[]): Promise<void> {
  if (shas.length === 0) return;
  const { count } = await tx
    .selectFrom('blobs')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('scope', '=', scope)
    .where('sha256', 'in', shas)
    .executeTakeFirstOrThrow();
  if (count < shas.length) throw new Refused('blob_missing');
}

async function nextNumber({ tx, caller }: RowsContext, flow_id: string): Promise<number> {
  const { number } = await tx
    .selectFrom('landing_versions')
    .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
    .where('scope', '=', caller.scope)
    .where('flow_id', '=', flow_id)
    .executeTakeFirstOrThrow();
  return number;
}

/** Stores a version of a page and deletes the oldest versions. Returns the number of the new version. */
async function addVersion(context: HandlerContext, flow: Flow, blocks: LandingBlock[]): Promise<number> {
  const { tx, scope, received_at: published_at } = context;
  const { id: flow_id, title, lang, description, cover } = flow;
  const number = await nextNumber(context, flow_id);
  const cards = await resolveCards(context, blocks, lang);
  const content = {
    blocks: JSON.stringify(blocks),
    cards: JSON.stringify(cards),
    cover: cover && JSON.stringify(cover),
  };
  await tx
    .insertInto('landing_versions')
    .values({ scope, flow_id, number, title, lang, description, published_at, ...content })
    .execute();
  await tx
    .deleteFrom('landing_versions')
    .where('scope', '=', scope)
    .where('flow_id', '=', flow_id)
    .where('number', '<=', number - MAX_VERSIONS)
    .execute();
  return number;
}

/**
 * Publishes the draft of a flow as a new version, which later edits do not change. Hidden blocks stay in the draft.
 * `seen_rev` is the highest rev of the blocks that the client has fetched. Throws `conflict` if the draft has changed
 * since, `landing_incomplete`, `blob_missing`, `flow_state`, `record_deleted` or `not_found`.
 */
export async function publishFlow(context: HandlerContext, id: string, seen_rev: number | undefined): Promise<Flow> {
  const { tx, scope, received_at } = context;
  const row = await lockFlowOrThrow(context, id);
  const { flow } = row;
  checkNotArchived(flow);
  const draft = await blocksOf(context, id);
  if (seen_rev !== undefined && draft.some(({ rev }) => rev > seen_rev))
    throw new RefusedWithRow('conflict', flow, flow.rev);
  checkComplete(flow, draft);
  const blocks = draft.filter(({ hidden }) => !hidden);
  const images = shownImageHashes({ cover: flow.cover, blocks });
  await checkImages(context, images);
  const number = await addVersion(context, flow, blocks);
  if (images.length > 0) await addJob(tx, { scope, at: received_at }, 'landing_images', { flow_id: id, number });
  const published = { state: 'published' as const, published_at: received_at, published: blocks };
  return saveFlow(context, row, { ...flow, ...published }, number);
}

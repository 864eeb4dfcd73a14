import { generateKeyBetween } from 'fractional-indexing';
import { uuidv7 } from 'uuidv7';
import { BlockPosition, type LandingBlock } from '../../../contract/entities/landing-block.ts';
import type { Flow } from '../../../contract/entities/flow.ts';
import { Refused } from '../../../contract/errors.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';
import { emptyProps, type AnyProps } from '../../../contract/landing/props.ts';
import { MAX_BLOCKS, type BlockType } from '../../../contract/landing/values.ts';
import type { CallerContext, CallHandlers, HandlerContext } from '../../handlers.ts';
import { checkVersion } from '../../http/with-current-row.ts';
import { toWriteInput, withEtag } from '../../sync/rest-adapter.ts';
import { addBlockHandler, deleteBlockHandler, editBlockHandler, lockEditableBlock } from './block-writes.ts';
import { blocksOf } from './block-repository.ts';
import { findFlowOrThrow, lockFlowOrThrow } from './flow-writes.ts';
import { storeImage } from './images.ts';
import { restoreVersion, versionsOf } from './versions.ts';

type ElementCall =
  | `flows.${'landing' | 'versions' | 'restore_version'}`
  | `flows.${'add' | 'change' | 'delete'}_element`;
type ElementRoutes = Pick<CallHandlers, ElementCall>;

/** Builds the response of `flows.landing`. */
const landingOf = (flow: Flow, elements: LandingBlock[]) => ({
  elements,
  can_add_elements: flow.state !== 'archived' && elements.length < MAX_BLOCKS,
});

/** Returns a position after all blocks of a flow. Throws `invalid` if there is no such position. */
async function lastPosition(context: HandlerContext, flow_id: string): Promise<string> {
  const last = (await blocksOf(context, flow_id)).at(-1)?.position ?? null;
  try {
    return BlockPosition.parse(generateKeyBetween(last, null));
  } catch {
    // Another client has chosen the last position in a way that `generateKeyBetween` cannot continue. A position with
    // one more character comes after it.
    const longerPosition = BlockPosition.safeParse(`${last}V`);
    if (longerPosition.success) return longerPosition.data;
    throw new Refused('invalid', { position: 'too_long' });
  }
}

/** Returns the image that was sent with the call. Throws `invalid` if blocks of this type have none. */
async function sentImage(context: CallerContext, type: BlockType): Promise<Pick<AnyProps, 'image'>> {
  const { photo } = context.request;
  if (!photo) return {};
  if (!('image' in emptyProps[type])) throw new Refused('invalid', { image: 'unknown' });
  return { image: await storeImage(context, photo) };
}

/**
 * Locks an element of one of the caller's flows that can be changed. Throws `not_found` for an element of another flow.
 */
async function lockElement(context: CallerContext, flow_id: string, id: string): Promise<LandingBlock> {
  const { block } = await lockEditableBlock(context, id);
  if (block.flow_id !== flow_id) throw new Refused('not_found');
  await checkVersion(context.request, () => block);
  return block;
}

/** Handlers of the elements and the versions of a page. */
export const elementRoutes: ElementRoutes = {
  'flows.landing': async (context, { params: { id } }) => {
    const flow = await findFlowOrThrow(context, id);
    return landingOf(flow, await blocksOf(context, id));
  },
  'flows.add_element': async (context, { params: { flowId: flow_id }, body }) => {
    const { id = uuidv7(), type, hidden, position, ...props } = body;
    await lockFlowOrThrow(context, flow_id);
    const image = await sentImage(context, type);
    const place = { flow_id, type, hidden, position: position ?? (await lastPosition(context, flow_id)) };
    const write = toWriteInput<'landing_block.add'>(context, id, {
      ...props,
      ...place,
      ...image,
      at: context.received_at,
    });
    return withEtag<LandingBlock>(context, (await addBlockHandler(context, write)).row);
  },
  'flows.change_element': async (context, { params: { flowId, elementId }, body }) => {
    const block = await lockElement(context, flowId, elementId);
    const { image } = body;
    // A new image is sent as a file. Any other value of the image must equal the stored image.
    if (image && !jsonEqual(image, block.image)) throw new Refused('invalid', { image: 'read_only' });
    const args = { ...body, ...(await sentImage(context, block.type)) };
    if (Object.keys(args).length === 0) throw new Refused('invalid', { body: 'empty' });
    const write = toWriteInput<'landing_block.edit'>(context, elementId, args);
    return withEtag<LandingBlock>(context, (await editBlockHandler(context, write)).row);
  },
  'flows.delete_element': async (context, { params: { flowId, elementId } }) => {
    await lockElement(context, flowId, elementId);
    const write = toWriteInput<'landing_block.delete'>(context, elementId, { at: context.received_at });
    await deleteBlockHandler(context, write);
    return { ok: true };
  },
  'flows.versions': async (context, { params: { id } }) => {
    await findFlowOrThrow(context, id);
    return versionsOf(context, id);
  },
  'flows.restore_version': async (context, { params: { id, number } }) => {
    const flow = await restoreVersion(context, id, number);
    return landingOf(flow, await blocksOf(context, id));
  },
};

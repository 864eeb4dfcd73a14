import { BlockPosition, LandingBlock, optionalProps } from '../entities/landing-block.ts';
import { Refused } from '../errors.ts';
import { Id, Instant } from '../fields.ts';
import { emptyProps, imageHashesOf, propsError, type AnyProps } from '../landing/props.ts';
import { blockTypes, type BlockType } from '../landing/values.ts';
import { z } from '../zod.ts';
import { applyPatch, defineWrite } from './define.ts';

const { image, images, ...textProps } = optionalProps;
const isNotEmpty = z.refine<object>((patch) => Object.keys(patch).length > 0, { error: 'empty' });

/** The fields of a new block. */
export const NewBlock = z.strictObject({
  flow_id: Id,
  type: z.enum(blockTypes, { error: 'invalid' }),
  position: BlockPosition,
  hidden: z.boolean(),
  ...optionalProps,
  at: Instant,
});
type NewBlock = z.infer<typeof NewBlock>;

/** Throws `invalid` with the error code of each invalid prop. */
export function checkProps(type: BlockType, props: AnyProps): void {
  const errors = propsError(type, props);
  if (errors) throw new Refused('invalid', errors);
}

/** Returns a new block. Throws `invalid` if a prop does not belong to its type or exceeds its limits. */
export function newBlock({ at, flow_id, type, position, hidden, ...props }: NewBlock, id: string): LandingBlock {
  checkProps(type, props);
  const ownFields = { id, rev: 0, flow_id, type, position, hidden };
  return { ...applyPatch<LandingBlock>({ ...ownFields, ...emptyProps[type], created_at: at, updated_at: at }, props) };
}

/** Returns a block with changed props. Throws `invalid`. */
function withProps(row: LandingBlock | null, patch: AnyProps): LandingBlock | null {
  if (row) checkProps(row.type, patch);
  return row && applyPatch(row, patch);
}

/** Adds a block to a page. Throws `invalid` if a prop does not belong to its type or exceeds its limits. */
export const addBlock = defineWrite({
  entity: 'landing_blocks',
  mode: 'create',
  v: 1,
  args: NewBlock,
  blobs: imageHashesOf,
  optimistic: (row, args, { id }) => row ?? newBlock(args, id),
  documented: null,
});

/** Edits props of a block. Throws `invalid`. */
export const editBlock = defineWrite({
  entity: 'landing_blocks',
  mode: 'patch',
  v: 1,
  args: z.strictObject(textProps).check(isNotEmpty),
  optimistic: withProps,
  documented: null,
});

/** Sets the images of a block. It has its own lane, so that texts never wait for an upload. Throws `invalid`. */
export const setBlockImages = defineWrite({
  entity: 'landing_blocks',
  mode: 'patch',
  v: 1,
  lane: 'photo',
  args: z.strictObject({ image, images }).check(isNotEmpty),
  blobs: imageHashesOf,
  optimistic: withProps,
  documented: null,
});

export const moveBlock = defineWrite({
  entity: 'landing_blocks',
  mode: 'patch',
  v: 1,
  args: z.strictObject({ position: BlockPosition }),
  optimistic: (row, patch) => row && applyPatch(row, patch),
  documented: null,
});

/** Hides a block from the page, or shows it again. */
export const hideBlock = defineWrite({
  entity: 'landing_blocks',
  mode: 'patch',
  v: 1,
  args: z.strictObject({ hidden: z.boolean() }),
  optimistic: (row, patch) => row && applyPatch(row, patch),
  documented: null,
});

export const deleteBlock = defineWrite({
  entity: 'landing_blocks',
  mode: 'delete',
  v: 1,
  args: z.strictObject({ at: Instant }),
  optimistic: () => null,
  documented: null,
});

/** Restores a deleted block with the given fields. If the block exists, it stays unchanged. */
export const restoreBlock = defineWrite({
  entity: 'landing_blocks',
  mode: 'create',
  v: 1,
  args: NewBlock,
  blobs: imageHashesOf,
  optimistic: (row, args, { id }) => row ?? newBlock(args, id),
  documented: null,
});

/**
 * Builds the args that restore a deleted block. `row` is the deleted block from the server; `change` are the args of
 * the refused write, which are applied to it. Throws ZodError if the row is invalid.
 */
export function restoreBlockArgs(row: unknown, change: unknown, at: string): NewBlock {
  const { id: _, rev: _rev, created_at: _created, updated_at: _updated, ...fields } = LandingBlock.parse(row);
  return NewBlock.parse({ ...fields, ...(change as object), at });
}

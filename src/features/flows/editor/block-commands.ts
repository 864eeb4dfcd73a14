import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { jsonEqual } from '../../../../contract/json-equal.ts';
import { emptyProps, type AnyProps, type PropName } from '../../../../contract/landing/props.ts';
import type { BlockType } from '../../../../contract/landing/values.ts';
import { propsOf } from '../publish/changes.ts';
import type { BlockEdit } from './block-edits.ts';
import { positionForInsertAt } from './positions.ts';

// Each function below returns the edits of one command of the editor. `blocks` are the blocks of the page in their
// order.

const movesOf = (blocks: readonly LandingBlock[], moves: readonly { id: string; position: string }[]): BlockEdit[] =>
  moves.map(({ id, position }) => ({
    kind: 'move',
    id,
    before: blocks.find((block) => block.id === id)!.position,
    after: position,
  }));

interface Insertion {
  /** Index at which the new block is inserted. */
  index: number;
  id: string;
  flow_id: string;
  at: string;
}

function insertion(blocks: readonly LandingBlock[], block: LandingBlock, index: number): BlockEdit[] {
  const { position, moves } = positionForInsertAt(blocks, index);
  return [{ kind: 'add', id: block.id, block: { ...block, position } }, ...movesOf(blocks, moves)];
}

/** Returns the edits that add an empty block. */
export function addCommand(blocks: readonly LandingBlock[], type: BlockType, insert: Insertion): BlockEdit[] {
  const { id, flow_id, at, index } = insert;
  const place = { id, rev: 0, flow_id, type, position: '', hidden: false };
  return insertion(blocks, { ...place, ...emptyProps[type], created_at: at, updated_at: at }, index);
}

/** Returns the edits that add a copy of a block below it. */
export function duplicateCommand(blocks: readonly LandingBlock[], block: LandingBlock, id: string): BlockEdit[] {
  const index = blocks.findIndex((other) => other.id === block.id) + 1;
  return insertion(blocks, { ...block, id, rev: 0 }, index);
}

/** Returns the edits that move a block to `index` of the page; null if it is already there. */
export function moveCommand(blocks: readonly LandingBlock[], id: string, index: number): BlockEdit[] | null {
  const from = blocks.findIndex((block) => block.id === id);
  const block = blocks[from];
  if (!block || index === from || index < 0 || index >= blocks.length) return null;
  const others = blocks.filter((other) => other.id !== id);
  const { position, moves } = positionForInsertAt(others, index);
  return [{ kind: 'move', id, before: block.position, after: position }, ...movesOf(blocks, moves)];
}

/** Returns the edit that hides a block, or shows a hidden one. */
export const toggleHiddenCommand = ({ id, hidden }: LandingBlock): BlockEdit[] => [
  { kind: 'hide', id, before: hidden, after: !hidden },
];

export const deleteCommand = (block: LandingBlock): BlockEdit[] => [{ kind: 'delete', id: block.id, block }];

/**
 * Returns the edit that changes props of a block; null if the block already has these values. Texts and images are
 * changed by separate edits.
 */
export function propsCommand(block: LandingBlock, kind: 'props' | 'images', props: AnyProps): BlockEdit[] | null {
  const names = (Object.keys(props) as PropName[]).filter((name) => !jsonEqual(block[name] ?? null, props[name]));
  const after: AnyProps = Object.fromEntries(names.map((name) => [name, props[name]]));
  return names.length === 0 ? null : [{ kind, id: block.id, before: propsOf(block, names), after }];
}

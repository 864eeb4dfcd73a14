import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { jsonEqual } from '../../../../contract/json-equal.ts';
import type { AnyProps } from '../../../../contract/landing/props.ts';

/** One change of one block, with the data needed to reverse it. */
export type BlockEdit =
  | { kind: 'props' | 'images'; id: string; before: AnyProps; after: AnyProps }
  | { kind: 'move'; id: string; before: string; after: string }
  | { kind: 'hide'; id: string; before: boolean; after: boolean }
  /** `restore` brings back a deleted block. */
  | { kind: 'add' | 'restore' | 'delete'; id: string; block: LandingBlock };

/** Returns the edit that reverses `edit`. */
export function inverseEdit(edit: BlockEdit): BlockEdit {
  switch (edit.kind) {
    case 'props':
    case 'images':
      return { ...edit, before: edit.after, after: edit.before };
    case 'move':
      return { ...edit, before: edit.after, after: edit.before };
    case 'hide':
      return { ...edit, before: edit.after, after: edit.before };
    case 'delete':
      return { ...edit, kind: 'restore' };
    default:
      return { ...edit, kind: 'delete' };
  }
}

/**
 * Whether the block is still in the state that the edit starts from. If not, another device has changed the block in
 * the meantime.
 */
export function isApplicable(edit: BlockEdit, block: LandingBlock | undefined): boolean {
  if (edit.kind === 'add' || edit.kind === 'restore') return block === undefined;
  if (block === undefined) return false;
  switch (edit.kind) {
    case 'props':
    case 'images':
      return Object.entries(edit.before).every(([name, value]) => jsonEqual(block[name as keyof AnyProps], value));
    case 'move':
      return block.position === edit.before;
    case 'hide':
      return block.hidden === edit.before;
    default:
      return true;
  }
}

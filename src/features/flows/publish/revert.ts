import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { imageProps, type PropName } from '../../../../contract/landing/props.ts';
import type { BlockEdit } from '../editor/block-edits.ts';
import { type Change, propsOf } from './changes.ts';

const isImage = (name: PropName): boolean => imageProps.some((prop) => prop === name);

/** Returns the edits that make a block the same as the published one; null if nothing is left to revert. */
export function editsToRevert(change: Change, block: LandingBlock | undefined): BlockEdit[] | null {
  const { id } = change.block;
  if (change.kind === 'deleted') return block ? null : [{ kind: 'restore', id, block: change.block }];
  if (!block) return null;
  switch (change.kind) {
    case 'added':
      return [{ kind: 'delete', id, block }];
    case 'moved':
      return [{ kind: 'move', id, before: block.position, after: change.published.position }];
    case 'edited': {
      const groups = [
        { kind: 'props' as const, names: change.props.filter((name) => !isImage(name)) },
        { kind: 'images' as const, names: change.props.filter(isImage) },
      ];
      return groups.flatMap(({ kind, names }) =>
        names.length === 0
          ? []
          : [{ kind, id, before: propsOf(block, names), after: propsOf(change.published, names) }],
      );
    }
    default:
      return [{ kind: 'hide', id, before: block.hidden, after: change.published.hidden }];
  }
}

import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { jsonEqual } from '../../../../contract/json-equal.ts';
import { byPosition } from '../../../../contract/landing/block-order.ts';
import { emptyProps, type AnyProps, type PropName } from '../../../../contract/landing/props.ts';

/** One difference between the draft and the published page. `published` is the block as visitors see it. */
export type Change =
  | { kind: 'added'; block: LandingBlock }
  | { kind: 'deleted'; block: LandingBlock }
  | { kind: 'edited'; block: LandingBlock; published: LandingBlock; props: PropName[] }
  | { kind: 'hidden' | 'shown' | 'moved'; block: LandingBlock; published: LandingBlock };

/** Returns the named props of a block. */
export const propsOf = (block: LandingBlock, names: readonly PropName[]): AnyProps =>
  Object.fromEntries(names.map((name) => [name, block[name]]));

/** Returns the names of all props that blocks of a type have. */
export const propNames = (type: LandingBlock['type']): PropName[] => Object.keys(emptyProps[type]) as PropName[];

const changedProps = (one: LandingBlock, other: LandingBlock): PropName[] =>
  propNames(one.type).filter((name) => !jsonEqual(one[name] ?? null, other[name] ?? null));

/**
 * Returns a longest increasing subsequence of the positions. The blocks that are not part of it are those that were
 * moved.
 */
function longestRun(places: readonly number[]): Set<number> {
  const runs: number[][] = [];
  for (const place of places) {
    const before = runs.filter((run) => run.at(-1)! < place);
    const longest = before.reduce<number[]>((run, other) => (other.length > run.length ? other : run), []);
    runs.push([...longest, place]);
  }
  return new Set(runs.reduce<number[]>((run, other) => (other.length > run.length ? other : run), []));
}

function movedBlocks(draft: readonly LandingBlock[], published: readonly LandingBlock[]): Set<string> {
  const places = new Map(published.map(({ id }, index) => [id, index]));
  const common = draft.filter(({ id }) => places.has(id));
  const kept = longestRun(common.map(({ id }) => places.get(id)!));
  return new Set(common.filter(({ id }) => !kept.has(places.get(id)!)).map(({ id }) => id));
}

/**
 * Returns the differences between the draft and the published blocks in the order of the draft, with deleted blocks
 * last. The draft must be sorted by position. A page that was never published has no changes.
 */
export function draftChanges(
  draft: readonly LandingBlock[],
  publishedBlocks: readonly LandingBlock[] | null,
): Change[] {
  if (publishedBlocks === null) return [];
  const published = publishedBlocks.toSorted(byPosition);
  const before = new Map(published.map((block) => [block.id, block]));
  const moved = movedBlocks(draft, published);
  const changes = draft.flatMap((block): Change[] => {
    const publishedBlock = before.get(block.id);
    if (!publishedBlock) return [{ kind: 'added', block }];
    const props = changedProps(block, publishedBlock);
    return [
      ...(props.length > 0 ? [{ kind: 'edited' as const, block, published: publishedBlock, props }] : []),
      ...(block.hidden === publishedBlock.hidden
        ? []
        : [{ kind: block.hidden ? ('hidden' as const) : ('shown' as const), block, published: publishedBlock }]),
      ...(moved.has(block.id) ? [{ kind: 'moved' as const, block, published: publishedBlock }] : []),
    ];
  });
  const ids = new Set(draft.map(({ id }) => id));
  const deleted = published.filter(({ id }) => !ids.has(id)).map((block): Change => ({ kind: 'deleted', block }));
  return [...changes, ...deleted];
}

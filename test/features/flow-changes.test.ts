import { describe, expect, it } from 'vitest';
import type { LandingBlock } from '../../contract/entities/landing-block.ts';
import { draftChanges, type Change } from '../../src/features/flows/publish/changes.ts';
import { pageProblems } from '../../src/features/flows/publish/problem-list.tsx';
import { editsToRevert } from '../../src/features/flows/publish/revert.ts';
import { blockId, makeBlock } from './flow-maker.ts';

const image = { sha256: 'a'.repeat(64), mime: 'image/jpeg' as const, width: 4, height: 3 };
const page = [
  makeBlock(1, 'hero', { title: 'Welcome' }),
  makeBlock(2, 'heading', { text: 'Why' }),
  makeBlock(3, 'text', { text: 'Because' }),
];
const shape = (changes: readonly Change[]): string[] =>
  changes.map(
    (change) => `${change.kind} ${change.block.id.at(-1)}${'props' in change ? ` ${change.props.join()}` : ''}`,
  );
const withChange = (number: number, change: Partial<LandingBlock>): LandingBlock[] =>
  page.map((block) => (block.id === blockId(number) ? { ...block, ...change } : block));

describe('the changes of a draft', () => {
  it('a draft has no changes if it equals the published page or was never published', () => {
    expect(draftChanges(page, page)).toEqual([]);
    expect(draftChanges(page, null)).toEqual([]);
  });

  it('the changes of a draft list edited fields, and blocks that were hidden or shown', () => {
    const changed = withChange(1, { title: 'Hello', image, hidden: true });
    expect(shape(draftChanges(changed, page))).toEqual(['edited 1 title,image', 'hidden 1']);
    expect(shape(draftChanges(page, changed))).toEqual(['edited 1 title,image', 'shown 1']);
  });

  it('the changes of a draft list new blocks at their position, and deleted ones at the end', () => {
    const added = makeBlock(4, 'divider', { position: 'a0' });
    expect(shape(draftChanges([added, ...page.slice(1)], page))).toEqual(['added 4', 'deleted 1']);
  });

  it('the changes of a draft list only a moved block, not the blocks that it passed', () => {
    const moved = { ...page[0]!, position: 'a4' };
    expect(shape(draftChanges([page[1]!, page[2]!, moved], page))).toEqual(['moved 1']);
  });

  it('the changes of a draft omit a block whose position changed without changing the order', () => {
    expect(draftChanges(withChange(1, { position: 'a0V' }), page)).toEqual([]);
  });

  it('the changes of a draft do not depend on the stored order of the published blocks', () => {
    expect(draftChanges(page, page.toReversed())).toEqual([]);
  });
});

describe('reverting a change of the draft', () => {
  const revert = (draft: readonly LandingBlock[], index = 0) => {
    const change = draftChanges(draft, page)[index]!;
    return editsToRevert(
      change,
      draft.find(({ id }) => id === change.block.id),
    );
  };

  it('reverting a change of the draft restores the published texts and images in separate edits', () => {
    expect(revert(withChange(1, { title: 'Hello', image }))).toEqual([
      { kind: 'props', id: blockId(1), before: { title: 'Hello' }, after: { title: 'Welcome' } },
      { kind: 'images', id: blockId(1), before: { image }, after: { image: null } },
    ]);
  });

  it('reverts a hidden, moved, new or deleted block of a draft', () => {
    expect(revert(withChange(2, { hidden: true }))).toEqual([
      { kind: 'hide', id: blockId(2), before: true, after: false },
    ]);
    const moved = { ...page[0]!, position: 'a4' };
    expect(revert([page[1]!, page[2]!, moved])).toEqual([{ kind: 'move', id: blockId(1), before: 'a4', after: 'a1' }]);
    const added = makeBlock(4, 'divider');
    expect(revert([...page, added])).toEqual([{ kind: 'delete', id: added.id, block: added }]);
    expect(revert(page.slice(1))).toEqual([{ kind: 'restore', id: blockId(1), block: page[0] }]);
  });

  it('reverting a change does nothing if the block has been deleted or restored since', () => {
    const [edited] = draftChanges(withChange(1, { title: 'Hello' }), page);
    expect(editsToRevert(edited!, undefined)).toBeNull();
    const [deleted] = draftChanges(page.slice(1), page);
    expect(editsToRevert(deleted!, page[0])).toBeNull();
  });
});

it('lists errors that prevent a publication before mere warnings', () => {
  const problems = pageProblems([
    makeBlock(1, 'hero', { title: 'Welcome' }),
    makeBlock(2, 'heading'),
    makeBlock(3, 'heading', { hidden: true }),
  ]);
  expect(problems.map(({ level, field, block }) => [level, field, block.type])).toEqual([
    ['error', 'text', 'heading'],
    ['warning', 'subtitle', 'hero'],
  ]);
});

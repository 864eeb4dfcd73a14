import { describe, expect, it } from 'vitest';
import { inverseEdit, isApplicable, type BlockEdit } from '../../src/features/flows/editor/block-edits.ts';
import {
  emptyHistory,
  MAX_STEPS,
  SAME_STEP_MS,
  withoutStep,
  withStep,
  type History,
} from '../../src/features/flows/editor/history.ts';
import { blockId, makeBlock } from './flow-maker.ts';

const typing = (before: string, after: string, number = 1): BlockEdit => ({
  kind: 'props',
  id: blockId(number),
  before: { text: before },
  after: { text: after },
});
const hiding: BlockEdit = { kind: 'hide', id: blockId(1), before: false, after: true };

const historyOf = (...steps: { edits: BlockEdit[]; at: number }[]): History => steps.reduce(withStep, emptyHistory);

describe('the history of a page', () => {
  it("the editor's history merges continuous typing in one field into one step", () => {
    const { steps, done } = historyOf(
      { edits: [typing('', 'He')], at: 1000 },
      { edits: [typing('He', 'Hello')], at: 1000 + SAME_STEP_MS },
    );
    expect(done).toBe(1);
    expect(steps[0]?.edits).toEqual([typing('', 'Hello')]);
  });

  it("the editor's history starts a new step after a longer pause, in another block or in another field", () => {
    const first = { edits: [typing('', 'a')], at: 0 };
    expect(historyOf(first, { edits: [typing('a', 'b')], at: SAME_STEP_MS + 1 }).done).toBe(2);
    expect(historyOf(first, { edits: [typing('', 'b', 2)], at: 0 }).done).toBe(2);
    const other: BlockEdit = { kind: 'props', id: blockId(1), before: { title: '' }, after: { title: 'a' } };
    expect(historyOf(first, { edits: [other], at: 0 }).done).toBe(2);
  });

  it("the editor's history keeps the last hundred steps", () => {
    const all = Array.from({ length: MAX_STEPS + 1 }, (_, index) => ({ edits: [hiding], at: index }));
    const { steps, done } = historyOf(...all);
    expect(MAX_STEPS).toBe(100);
    expect([steps.length, done, steps[0]?.at]).toEqual([100, 100, 1]);
  });

  it("a new edit drops the undone steps of the editor's history, and starts a new step", () => {
    const two = historyOf({ edits: [typing('', 'a')], at: 0 }, { edits: [hiding], at: 0 });
    const { steps, done } = withStep({ ...two, done: 1 }, { edits: [typing('a', 'b')], at: 0 });
    expect([steps.length, done]).toEqual([2, 2]);
    expect(steps[1]?.edits).toEqual([typing('a', 'b')]);
  });

  it("the editor's history removes a step that can no longer be undone or redone", () => {
    const two = historyOf({ edits: [hiding], at: 1 }, { edits: [hiding], at: 2 });
    expect(withoutStep(two, 1)).toEqual({ steps: [two.steps[0]], done: 1 });
    expect(withoutStep({ ...two, done: 0 }, 0)).toEqual({ steps: [two.steps[1]], done: 0 });
  });
});

describe('undoing an edit', () => {
  const block = makeBlock(1, 'heading', { text: 'After' });

  it.each<[BlockEdit, BlockEdit]>([
    [typing('Before', 'After'), typing('After', 'Before')],
    [hiding, { ...hiding, before: true, after: false }],
    [
      { kind: 'move', id: blockId(1), before: 'a1', after: 'a3' },
      { kind: 'move', id: blockId(1), before: 'a3', after: 'a1' },
    ],
    [
      { kind: 'delete', id: blockId(1), block },
      { kind: 'restore', id: blockId(1), block },
    ],
    [
      { kind: 'add', id: blockId(1), block },
      { kind: 'delete', id: blockId(1), block },
    ],
    [
      { kind: 'restore', id: blockId(1), block },
      { kind: 'delete', id: blockId(1), block },
    ],
  ])('the inverse of an edit restores what the edit changed: %o', (edit, reversed) => {
    expect(inverseEdit(edit)).toEqual(reversed);
  });

  it('an edit can be reversed only while the block has the values that the edit expects', () => {
    expect(isApplicable(typing('After', 'Before'), block)).toBe(true);
    expect(isApplicable(typing('Other', 'Before'), block)).toBe(false);
    expect(isApplicable({ kind: 'move', id: block.id, before: 'a1', after: 'a2' }, block)).toBe(true);
    expect(isApplicable({ kind: 'move', id: block.id, before: 'a9', after: 'a2' }, block)).toBe(false);
    expect(isApplicable(hiding, block)).toBe(true);
    expect(isApplicable({ ...hiding, before: true }, block)).toBe(false);
  });

  it('a reversed edit restores only a missing block, and deletes only an existing one', () => {
    expect(isApplicable({ kind: 'restore', id: block.id, block }, undefined)).toBe(true);
    expect(isApplicable({ kind: 'restore', id: block.id, block }, block)).toBe(false);
    expect(isApplicable({ kind: 'delete', id: block.id, block }, block)).toBe(true);
    expect(isApplicable({ kind: 'delete', id: block.id, block }, undefined)).toBe(false);
  });
});

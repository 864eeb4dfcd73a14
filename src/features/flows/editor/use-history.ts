import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { savedBlocks } from '../../../db/queries/flows.ts';
import type { DraftFile } from '../../../db/outbox/outbox.ts';
import { useWriteError } from '../../../forms/use-write-error.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { toast } from '../../../ui/toast.ts';
import { applyEdits, type EditedPage } from './actions.ts';
import { inverseEdit, isApplicable, type BlockEdit } from './block-edits.ts';
import { emptyHistory, savedHistory, saveHistory, withoutStep, withStep, type History, type Step } from './history.ts';

/**
 * Receives the blocks as they are when the command runs, and returns the edits to make; null if there is nothing to do.
 */
export type EditorCommand = (blocks: readonly LandingBlock[]) => readonly BlockEdit[] | null;

export interface PageHistory {
  canUndo: boolean;
  canRedo: boolean;
  /** Device time, in ms, of the last change of the page on this device; null if there was none. */
  savedAt: number | null;
  /**
   * Runs a command after all earlier commands have ended. Resolves after the result is saved on this device, and
   * tells whether anything has changed.
   */
  run: (command: EditorCommand, files?: readonly DraftFile[]) => Promise<boolean>;
  undo: () => Promise<void>;
  redo: () => Promise<void>;
}

function useQueue(): (task: () => Promise<boolean>) => Promise<boolean> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const toastError = useWriteError();
  return (task) => {
    const done = last.current.then(task).catch((error: unknown) => {
      toastError(error);
      return false;
    });
    last.current = done;
    return done;
  };
}

/** Reads and stores the undo history of one page. */
function useSavedHistory(flow_id: string) {
  const { db } = useStore();
  const [shown, setShown] = useState<History>(emptyHistory);
  const history = useRef<History>(null);
  useEffect(() => {
    let isMounted = true;
    void savedHistory(db, flow_id).then((saved) => {
      history.current ??= saved;
      if (isMounted) setShown(history.current);
    });
    return () => {
      isMounted = false;
    };
  }, [db, flow_id]);
  const keep = async (next: History): Promise<void> => {
    history.current = next;
    setShown(next);
    await saveHistory(db, flow_id, next);
  };
  const readHistory = async (): Promise<History> => (history.current ??= await savedHistory(db, flow_id));
  return { shown, keep, current: readHistory };
}

/** Returns the edits that undo or redo a step; null if another device has changed the blocks since the step. */
function editsOf(step: Step, by: -1 | 1, blocks: readonly LandingBlock[]): BlockEdit[] | null {
  const edits = by === -1 ? step.edits.toReversed().map(inverseEdit) : step.edits.map(asRedone);
  const byId = new Map(blocks.map((block) => [block.id, block]));
  return edits.every((edit) => isApplicable(edit, byId.get(edit.id))) ? edits : null;
}

/** Redoing an `add` restores the block, because its id was in use before. */
const asRedone = (edit: BlockEdit): BlockEdit => (edit.kind === 'add' ? { ...edit, kind: 'restore' } : edit);

/** Runs commands on the blocks of a page, and undoes or redoes them, also after a reload. */
export function usePageHistory(page: EditedPage): PageHistory {
  const { t } = useLingui();
  const store = useStore();
  const { db } = store;
  const enqueue = useQueue();
  const { shown, keep, current } = useSavedHistory(page.id);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const apply = async (edits: readonly BlockEdit[], files?: readonly DraftFile[]): Promise<number> => {
    await applyEdits(store, page, edits, files);
    const at = store.now();
    setSavedAt(at);
    return at;
  };
  const run: PageHistory['run'] = (command, files) =>
    enqueue(async () => {
      const edits = command(await savedBlocks(db, page.id));
      if (!edits || edits.length === 0) return false;
      const at = await apply(edits, files);
      await keep(withStep(await current(), { edits, at }));
      return true;
    });
  /** Undoes or redoes one step. A step that is no longer possible is removed from the history. */
  const undoOrRedo = (by: -1 | 1): Promise<boolean> =>
    enqueue(async () => {
      const history = await current();
      const index = by === -1 ? history.done - 1 : history.done;
      const step = history.steps[index];
      if (!step) return false;
      const edits = editsOf(step, by, await savedBlocks(db, page.id));
      if (edits) await apply(edits);
      else toast(t`The block has changed since. This step cannot be repeated.`);
      await keep(edits ? { ...history, done: history.done + by } : withoutStep(history, index));
      return edits !== null;
    });
  return {
    canUndo: shown.done > 0,
    canRedo: shown.done < shown.steps.length,
    savedAt,
    run,
    undo: async () => void (await undoOrRedo(-1)),
    redo: async () => void (await undoOrRedo(1)),
  };
}

import { createContext, useContext } from 'react';
import type { Flow } from '../../../../contract/entities/flow.ts';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import type { AnyProps } from '../../../../contract/landing/props.ts';
import type { BlockType } from '../../../../contract/landing/values.ts';
import type { DraftFile } from '../../../db/outbox/outbox.ts';
import type { RowBadge } from '../../../db/queries/badges.ts';
import type { BaseUrl } from '../page-url.ts';
import type { Change } from '../publish/changes.ts';

/** The edited page and the commands of the editor. */
export interface Editor {
  flow: Flow;
  blocks: readonly LandingBlock[];
  badges: ReadonlyMap<string, RowBadge>;
  /** Unsent changes of the flow itself, not of its blocks. */
  flowBadge: RowBadge | undefined;
  changes: readonly Change[];
  baseUrl: BaseUrl;
  /** The block whose form is open; undefined if none is open. */
  selected: LandingBlock | undefined;
  select: (id: string | undefined) => void;
  /** Device time, in ms, of the last change of the page on this device; null if there was none. */
  savedAt: number | null;
  /** Whether another block can be added. */
  canAdd: boolean;
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
  /** Adds a block after the selected one, or at the end, and selects it. */
  add: (type: BlockType) => void;
  duplicate: (block: LandingBlock) => void;
  /** Moves a block to an index in the order of the page. */
  moveTo: (id: string, index: number) => void;
  moveBy: (block: LandingBlock, by: -1 | 1) => void;
  /** Hides a block, or shows a hidden one. */
  toggleHidden: (block: LandingBlock) => void;
  remove: (block: LandingBlock) => void;
  /** Saves changed props of a block. Resolves to whether they were saved. */
  edit: (id: string, props: AnyProps) => Promise<boolean>;
  setImages: (id: string, props: AnyProps, files: readonly DraftFile[]) => Promise<boolean>;
  /** Reverts one change of the draft, so that the block is as published. */
  revert: (change: Change) => void;
}

const EditorContext = createContext<Editor | null>(null);

export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('useEditor outside the editor of a page');
  return editor;
}

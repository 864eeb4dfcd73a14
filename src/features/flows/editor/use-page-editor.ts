import { useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Flow } from '../../../../contract/entities/flow.ts';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { MAX_BLOCKS } from '../../../../contract/landing/values.ts';
import { savedBadges, type RowBadge } from '../../../db/queries/badges.ts';
import { savedBlocks } from '../../../db/queries/flows.ts';
import { savedMeta } from '../../../db/schema/meta.ts';
import type { PhoneDb } from '../../../db/schema/db.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { iso } from '../../../lib/ports.ts';
import { toast } from '../../../ui/toast.ts';
import type { BaseUrl } from '../page-url.ts';
import { draftChanges } from '../publish/changes.ts';
import { editsToRevert } from '../publish/revert.ts';
import {
  addCommand,
  deleteCommand,
  duplicateCommand,
  toggleHiddenCommand,
  moveCommand,
  propsCommand,
} from './block-commands.ts';
import type { Editor } from './editor-context.tsx';
import type { BlockEdit } from './block-edits.ts';
import type { DraftFile } from '../../../db/outbox/outbox.ts';
import { usePageHistory } from './use-history.ts';

export interface PageContent {
  flow: Flow;
  blocks: LandingBlock[];
  badges: Map<string, RowBadge>;
  flowBadge: RowBadge | undefined;
  baseUrl: BaseUrl;
}

/** Returns a page with its blocks; null if the flow is not on this device. */
export async function savedPageContent(db: PhoneDb, id: string): Promise<PageContent | null> {
  const [flow, blocks, badges, flowBadges, baseUrl] = await Promise.all([
    db.flows.get(id),
    savedBlocks(db, id),
    savedBadges(db, 'landing_blocks'),
    savedBadges(db, 'flows'),
    savedMeta(db, 'landing_url'),
  ]);
  return flow ? { flow, blocks, badges, flowBadge: flowBadges.get(id), baseUrl } : null;
}

/** Returns the page with this id; undefined while it is being read. */
export function useSavedPage(id: string): PageContent | null | undefined {
  const { db } = useStore();
  return useLiveQuery(async () => savedPageContent(db, id), [db, id]);
}

interface Selection {
  selectedId: string | undefined;
  select: (id: string | undefined) => void;
}

/** Returns the editor of a page. `selection` is the block whose form is open. */
export function usePageEditor(content: PageContent, { selectedId, select }: Selection): Editor {
  const { t } = useLingui();
  const store = useStore();
  const { flow, blocks } = content;
  const { run, undo, redo, ...history } = usePageHistory({ id: flow.id, title: flow.title });
  const selected = blocks.find(({ id }) => id === selectedId);
  const insertAndSelect = async (id: string, command: Parameters<typeof run>[0]): Promise<void> => {
    if (await run(command)) select(id);
  };
  /** Runs a command on a block. The command receives the block as all earlier commands have left it. */
  const runOn = (id: string, command: (block: LandingBlock) => BlockEdit[] | null, files?: readonly DraftFile[]) =>
    run((all) => {
      const block = all.find((each) => each.id === id);
      return block ? command(block) : null;
    }, files);
  const undoLast = (): void => void undo();
  const remove = async (id: string): Promise<void> => {
    const isDone = await runOn(id, deleteCommand);
    if (!isDone) return;
    if (id === selectedId) select(undefined);
    toast(t`Block deleted`, { action: { label: t`Undo`, isUndo: true, onPress: undoLast } });
  };
  const hasRoom = (all: readonly LandingBlock[]): boolean => all.length < MAX_BLOCKS;
  return {
    ...content,
    ...history,
    changes: draftChanges(blocks, flow.published),
    selected,
    select,
    canAdd: hasRoom(blocks),
    undo: undoLast,
    redo: () => void redo(),
    add: (type) => {
      const id = store.newId();
      const insert = { id, flow_id: flow.id, at: iso(store.now()) };
      void insertAndSelect(id, (all) => {
        const after = all.findIndex((block) => block.id === selectedId);
        return hasRoom(all) ? addCommand(all, type, { ...insert, index: after === -1 ? all.length : after + 1 }) : null;
      });
    },
    duplicate: (block) => {
      const id = store.newId();
      void insertAndSelect(id, (all) => (hasRoom(all) ? duplicateCommand(all, block, id) : null));
    },
    moveTo: (id, index) => void run((all) => moveCommand(all, id, index)),
    moveBy: ({ id }, by) => void run((all) => moveCommand(all, id, all.findIndex((block) => block.id === id) + by)),
    toggleHidden: ({ id }) => void runOn(id, toggleHiddenCommand),
    remove: ({ id }) => void remove(id),
    edit: (id, props) => runOn(id, (block) => propsCommand(block, 'props', props)),
    setImages: (id, props, files) => runOn(id, (block) => propsCommand(block, 'images', props), files),
    revert: (change) =>
      void run((all) =>
        editsToRevert(
          change,
          all.find(({ id }) => id === change.block.id),
        ),
      ),
  };
}

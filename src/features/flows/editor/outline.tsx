import { Trans, useLingui } from '@lingui/react/macro';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { CSSProperties, ReactElement } from 'react';
import { Button } from 'react-aria-components/Button';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { isStuck } from '../../../components/sync/pending-changes.tsx';
import { ConflictBadge } from '../../../conflicts/open-conflict.tsx';
import type { RowBadge } from '../../../db/queries/badges.ts';
import { AriaLocale } from '../../../ui/aria-locale.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { BlockIcon } from '../block-icons.tsx';
import { blockSummary, blockTypeLabels } from '../block-labels.ts';
import { firstProblem, problemText } from './block-problems.ts';
import { useEditor } from './editor-context.tsx';
import styles from './outline.module.css';

/** The most important sync state of a block, as an icon; the block's form explains it. */
function SyncIcon({ badge }: { badge: RowBadge | undefined }): ReactElement | null {
  if (!badge) return null;
  const conflict = badge.state === 'conflict' ? badge.entries.find(({ state }) => state === 'conflict') : undefined;
  if (conflict) return <ConflictBadge entry={conflict} />;
  const isRejected = badge.state === 'rejected';
  return (
    <span className={styles.mark} data-tone={isStuck(badge) ? 'need' : 'wait'}>
      {isRejected ? <IconX aria-hidden="true" /> : <IconClock aria-hidden="true" />}
      <VisuallyHidden>{isRejected ? <Trans>Not accepted</Trans> : <Trans>Not sent yet</Trans>}</VisuallyHidden>
    </span>
  );
}

function MoveButtons({ block, name }: { block: LandingBlock; name: string }): ReactElement {
  const { t } = useLingui();
  const { blocks, moveBy } = useEditor();
  const index = blocks.findIndex(({ id }) => id === block.id);
  return (
    <span className={styles.moves}>
      <IconButton aria-label={t`Move ${name} up`} isDisabled={index === 0} writes onPress={() => moveBy(block, -1)}>
        <IconChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton
        aria-label={t`Move ${name} down`}
        isDisabled={index === blocks.length - 1}
        writes
        onPress={() => moveBy(block, 1)}
      >
        <IconChevronDown aria-hidden="true" />
      </IconButton>
    </span>
  );
}

/** The menu of a block in the list on a phone. */
function BlockMenu({ block, name }: { block: LandingBlock; name: string }): ReactElement {
  const { t } = useLingui();
  const { canAdd, toggleHidden, duplicate, remove } = useEditor();
  return (
    <MenuButton
      aria-label={t`Actions for ${name}`}
      actions={[
        { key: 'hide', label: block.hidden ? t`Show` : t`Hide`, writes: true, onPress: () => toggleHidden(block) },
        {
          key: 'duplicate',
          label: t({ message: 'Duplicate', context: 'makes a copy' }),
          isDisabled: !canAdd,
          writes: true,
          onPress: () => duplicate(block),
        },
        { key: 'delete', label: t`Delete`, writes: true, onPress: () => remove(block) },
      ]}
    >
      <IconDots aria-hidden="true" />
    </MenuButton>
  );
}

interface RowProps {
  block: LandingBlock;
  isWide: boolean;
  isSorting: boolean;
}

function Row({ block, isWide, isSorting }: RowProps): ReactElement {
  const { t, i18n } = useLingui();
  const { badges, selected } = useEditor();
  const name = t(blockTypeLabels[block.type]);
  const problem = firstProblem(block);
  const summary = blockSummary(block, i18n);
  const hasMoves = isSorting || (isWide && selected?.id === block.id);
  return (
    <>
      {(isWide || isSorting) && (
        <Button slot="drag" className={styles.grip!} aria-label={t`Drag ${name}`}>
          <IconGripVertical aria-hidden="true" />
        </Button>
      )}
      <span className={styles.icon}>
        <BlockIcon type={block.type} />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        {problem ? (
          <span className={styles.summary} data-tone="wait">
            {problemText(problem, i18n)}
          </span>
        ) : (
          summary && <span className={styles.summary}>{summary}</span>
        )}
      </span>
      {block.hidden && (
        <span className={styles.hidden}>
          <IconEyeOff aria-hidden="true" />
          <span data-wide={isWide}>
            <Trans>Hidden</Trans>
          </span>
        </span>
      )}
      {problem && (
        <span className={styles.mark} data-tone="wait">
          <IconAlertCircle aria-hidden="true" />
        </span>
      )}
      <SyncIcon badge={badges.get(block.id)} />
      {hasMoves && <MoveButtons block={block} name={name} />}
      {!isWide && !isSorting && <BlockMenu block={block} name={name} />}
    </>
  );
}

/** Returns the new index of a dragged block, given the block before or after which it was dropped. */
export function dropIndex(
  ids: readonly string[],
  dragged: string,
  target: { key: string; dropPosition: 'before' | 'after' | 'on' },
): number {
  const others = ids.filter((id) => id !== dragged);
  return others.indexOf(target.key) + (target.dropPosition === 'before' ? 0 : 1);
}

export interface OutlineProps {
  /** Whether the form of the selected block is beside the list; otherwise pressing a block opens its form. */
  isWide: boolean;
  /** Whether the user is reordering the blocks on a phone. */
  isSorting?: boolean;
}

/** The blocks of the page in their order. Blocks are moved by dragging, with buttons or with the keyboard. */
export function Outline({ isWide, isSorting = false }: OutlineProps): ReactElement {
  const { t, i18n } = useLingui();
  const { blocks, selected, select, moveTo } = useEditor();
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const [dragged] = [...keys].map(String);
      const ids = blocks.map(({ id }) => id);
      if (dragged !== undefined)
        moveTo(dragged, dropIndex(ids, dragged, { key: String(target.key), dropPosition: target.dropPosition }));
    },
  });
  const selection = isWide
    ? {
        selectionMode: 'single' as const,
        disallowEmptySelection: true,
        selectedKeys: selected ? [selected.id] : [],
        onSelectionChange: (keys: 'all' | Set<string | number>) => {
          const [id] = keys === 'all' ? [] : [...keys].map(String);
          if (id !== undefined) select(id);
        },
      }
    : { selectionMode: 'none' as const, onAction: (id: string | number) => !isSorting && select(String(id)) };
  return (
    <AriaLocale>
      <GridList
        key={String(isSorting)}
        aria-label={t`Blocks`}
        className={styles.list!}
        data-wide={isWide}
        style={{ '--rows': blocks.length } as CSSProperties}
        items={blocks}
        dependencies={[blocks, selected, isWide, isSorting, i18n.locale]}
        {...((isWide || isSorting) && { dragAndDropHooks })}
        {...selection}
      >
        {(block) => (
          <GridListItem
            id={block.id}
            textValue={`${t(blockTypeLabels[block.type])} ${blockSummary(block, i18n)}`}
            className={styles.row!}
            data-off={block.hidden}
          >
            <Row block={block} isWide={isWide} isSorting={isSorting} />
          </GridListItem>
        )}
      </GridList>
    </AriaLocale>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { createLink } from '@tanstack/react-router';
import { Fragment, lazy, type ReactElement, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { SavedView } from '../../../contract/entities/saved-view.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSingleFlight, useWriteAction } from '../../hooks/use-write-action.ts';
import { Button } from '../../ui/button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Anchor, type AnchorProps } from '../../ui/press.tsx';
import { toast } from '../../ui/toast.ts';
import { deleteView, editView, moveView, restoreView } from './view-actions.ts';
import { type TableSearch, viewStateOf } from './view-state.ts';
import styles from './view-tabs.module.css';

const ViewSheet = lazy(async () => ({ default: (await import('./view-sheet.tsx')).ViewSheet }));

type TabAnchorProps = Omit<AnchorProps, 'className' | 'current'> & {
  isCurrent: boolean;
  count?: number | undefined;
};

function TabAnchor({ isCurrent, count, children, ...rest }: TabAnchorProps): ReactElement {
  return (
    <Anchor {...rest} className={styles.tab} current={isCurrent ? 'true' : undefined}>
      <span>{children}</span>
      {count !== undefined && <span className={styles.count}> {count}</span>}
    </Anchor>
  );
}

/** A tab of `ViewTabs`. Each table passes the path of its own screen. */
export const ViewTab = createLink(TabAnchor);

export interface ViewTabProps<S> {
  search: S;
  isCurrent: boolean;
  count?: number | undefined;
  children: ReactNode;
}

export interface ViewTabsProps<S extends TableSearch> {
  table: SavedView['table'];
  /** The user's views of the table; undefined until they are read. */
  views: readonly SavedView[] | undefined;
  /** Label of the tab without filters. */
  all: string;
  search: S;
  /** Parses the search parameters of the table. */
  parse: (params: Record<string, unknown>) => S;
  /** The number of rows with these filters, if the server has sent it. */
  count?: number | undefined;
  tab: (props: ViewTabProps<S>) => ReactElement;
  onShow: (search: S) => void;
}

/**
 * The saved views of a table as tabs. The user can save changed filters as a new view or into the current view. Only
 * the current view has a count, because the server has counted no other.
 */
export function ViewTabs<S extends TableSearch>(props: ViewTabsProps<S>): ReactElement {
  const { views = [], all, search, parse, count, tab } = props;
  const { t } = useLingui();
  const { active, isChanged } = viewStateOf(views, search, parse);
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [active?.id]);
  const shownCount = isChanged ? undefined : count;
  const isAll = active === undefined;
  return (
    <div className={styles.views}>
      <nav ref={row} className={styles.tabs} aria-label={t`Saved views`}>
        {tab({ search: parse({}), isCurrent: isAll, children: all, ...(isAll && { count: shownCount }) })}
        {views.map(({ id, name, params }) => (
          <Fragment key={id}>
            {tab({
              search: parse({ ...params, view: id }),
              isCurrent: id === active?.id,
              children: name,
              ...(id === active?.id && { count: shownCount }),
            })}
          </Fragment>
        ))}
      </nav>
      {props.views && <ViewActions {...props} views={props.views} />}
    </div>
  );
}

/** The actions of the current view: saving its filters, renaming, moving and deleting it. */
function ViewActions<S extends TableSearch>({
  table,
  views,
  search,
  parse,
  onShow,
}: ViewTabsProps<S> & { views: readonly SavedView[] }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const runOnce = useSingleFlight();
  const write = useWriteAction();
  const [open, setOpen] = useState<'new' | 'rename' | null>(null);
  const { active, params, isChanged } = viewStateOf(views, search, parse);
  const { name = '' } = active ?? {};
  const close = (): void => setOpen(null);
  const remove = (view: SavedView): void =>
    void runOnce(async () => {
      const op_id = await deleteView(store, view);
      onShow(parse({}));
      const undo = (): void => void runOnce(() => restoreView(store, op_id, view));
      toast(t`View deleted`, { action: { label: t`Undo`, isUndo: true, onPress: undo } });
    });
  const move = (id: string, by: 1 | -1): void => void runOnce(() => moveView(store, id, by, views));
  const save = (
    <Button variant="plain" small writes icon={<IconPlus aria-hidden="true" />} onPress={() => setOpen('new')}>
      {active ? <Trans>Save as a new view</Trans> : <Trans>Save this view</Trans>}
    </Button>
  );
  const at = views.findIndex(({ id }) => id === active?.id);
  return (
    <div className={styles.actions}>
      {active && (
        <MenuButton
          aria-label={t`Change the view ${name}`}
          actions={[
            { key: 'rename', label: t`Rename`, writes: true, onPress: () => setOpen('rename') },
            {
              ...{ key: 'left', label: t`Move left`, writes: true, isDisabled: at === 0 },
              onPress: () => move(active.id, -1),
            },
            {
              ...{ key: 'right', label: t`Move right`, writes: true, isDisabled: at === views.length - 1 },
              onPress: () => move(active.id, 1),
            },
            { key: 'delete', label: t`Delete view`, writes: true, onPress: () => remove(active) },
          ]}
        >
          <IconDots aria-hidden="true" />
        </MenuButton>
      )}
      {active && isChanged && (
        <Button
          variant="plain"
          small
          writes
          onPress={() => void write(() => editView(store, active, { params }), t`View saved`)}
        >
          <Trans>Update view</Trans>
        </Button>
      )}
      {isChanged && save}
      {open && (
        <Suspense fallback={null}>
          <ViewSheet
            view={open === 'rename' ? (active ?? null) : null}
            {...{ table, params, views }}
            onSaved={(id) => onShow({ ...search, view: id })}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

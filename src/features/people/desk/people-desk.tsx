import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { lazy, memo, type ReactElement, Suspense, useRef, useState } from 'react';
import { FetchStatus } from '../../../components/app/age.tsx';
import { Screen } from '../../../components/app/screen.tsx';
import { usePersonColumns } from '../../../components/person/person-columns.tsx';
import { personName } from '../../../components/person/person-labels.ts';
import { PanelPlaceholder } from '../../../components/table/panel-placeholder.tsx';
import type { TableColumn } from '../../../components/table/table-columns.ts';
import { useTableKeys } from '../../../components/table/use-table-keys.ts';
import { useFittingColumns } from '../../../components/table/use-table-width.ts';
import { areShortcutsOn } from '../../../hooks/shortcuts.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { useSearchShortcut } from '../../../hooks/use-search-shortcut.ts';
import type { Fetching } from '../../../hooks/use-fetched.ts';
import type { PeopleQuery } from '../../../lib/cached-pages.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { ColumnButton, orderedColumns } from '../../../ui/data-grid/column-sheet.tsx';
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx';
import type { GridLayout, Selection } from '../../../ui/data-grid/grid-types.ts';
import { RootMark } from '../../../ui/root-mark.tsx';
import { LinkRequests } from '../link-requests.tsx';
import { type ChangeSearch, NoPeople, PeopleFilters, PeopleSearchField } from '../people-filters.tsx';
import type { PeopleChoices } from '../people-query.ts';
import type { PeopleSearch } from '../search-params.ts';
import { PeopleBulkBar } from './bulk-bar.tsx';
import type { PeopleBulk } from './bulk-sheet.tsx';
import type { DeskPerson } from './desk-queries.ts';
import styles from './desk.module.css';
import { PeopleViews } from './people-views.tsx';
import { StructureCount } from '../structure-count.tsx';
import { useDeskLayout } from './use-desk-layout.ts';
import { usePeopleExport } from './use-people-export.ts';
import { type PeopleRows, usePeopleRows } from './use-people-rows.ts';
import { usePeopleSelection } from './use-people-selection.ts';

export interface PeopleDeskProps {
  search: PeopleSearch;
  query: PeopleQuery;
  choices: PeopleChoices | null;
  fetching: Fetching;
  onChange: ChangeSearch;
  /** Replaces all search parameters. */
  onShow: (search: PeopleSearch) => void;
  /** Opens the screen of a person. */
  onOpen: (id: string) => void;
}

// The panel and the sheet load after the table.
const PeoplePanel = lazy(async () => ({ default: (await import('./people-panel.tsx')).PeoplePanel }));
const PeopleBulkSheet = lazy(async () => ({ default: (await import('./bulk-sheet.tsx')).PeopleBulkSheet }));

const keyOf = ({ id }: DeskPerson): string => id;

// While the table is scrolled, the screen renders several times for each loaded page. These parts are memoised, so that
// they do not render each time. The table renders only if its rows change.
const Views = memo(PeopleViews);
const SearchField = memo(PeopleSearchField);
const Filters = memo(PeopleFilters);
const Requests = memo(LinkRequests);
const Columns = memo(ColumnButton);
const Status = memo(FetchStatus);

const addLeadLink = (
  <LinkButton icon={<IconUserPlus aria-hidden="true" />} writes to="/leads/new">
    <Trans>Add lead</Trans>
  </LinkButton>
);

/** /people on a wide screen: a table with saved views, bulk actions and a panel that previews a person. */
export function PeopleDesk(props: PeopleDeskProps): ReactElement {
  const { search, query, choices, fetching, onChange, onShow, onOpen } = props;
  const { t } = useLingui();
  const { actor } = useStore();
  const list = usePeopleRows(query, fetching);
  const { rows, about } = list;
  const groups = about?.tags_groups_columns ?? [];
  const { layout, setLayout } = useDeskLayout(groups.map(({ key }) => key));
  const columns = usePersonColumns(groups, !layout.hidden.includes('phone'));
  const fitting = useFittingColumns(columns, search.person !== undefined);
  const selection = usePeopleSelection(list, query);
  const { selected, target } = selection;
  // The target is stored, because the rows change while the sheet is open.
  const [bulk, setBulk] = useState<PeopleBulk | null>(null);
  const assign = (): void => setBulk({ kind: 'assign', target });
  const tag = (): void => setBulk({ kind: 'tag', target });
  const searchField = useRef<HTMLInputElement>(null);
  useSearchShortcut(searchField);
  const { person: current } = search;
  const show = (id: string | undefined): void => onChange({ person: id });
  const shown = orderedColumns(columns, layout).filter(({ id, isRowHead }) => isRowHead || !layout.hidden.includes(id));
  const { isExporting, exportCsv } = usePeopleExport(shown);
  const exportTarget = actor.is_manager ? () => exportCsv(target) : undefined;
  useTableKeys({
    letters: selected.size > 0 ? { a: assign, t: tag, e: exportTarget } : {},
    onEscape: selected.size > 0 ? selection.clear : current === undefined ? undefined : () => show(undefined),
  });
  const closeBulk = (): void => {
    setBulk(null);
    // A change of everyone who matches a filter also concerns people who are not on this device.
    if (bulk && 'query' in bulk.target) list.fetching.again();
  };
  const place = current === undefined ? -1 : list.indexOf(current);
  const step = (by: 1 | -1) => {
    const next = place < 0 ? undefined : rows.at(place + by);
    return next && place + by >= 0 ? () => show(next.id) : undefined;
  };
  return (
    <Screen title={t`People`} subtitle={<ListCount list={list} />} action={addLeadLink}>
      <div className={styles.desk}>
        <RootMark name="desk" />
        <div className={styles.tools}>
          <Views search={search} count={about?.count} onShow={onShow} />
          <div className={styles.toolbar}>
            <div className={styles.search}>
              <SearchField search={search} onChange={onChange} ref={searchField} />
            </div>
            <Filters search={search} onChange={onChange} choices={choices} hasOrder={false} />
            <div className={styles.end}>
              <Status at={list.at} fetching={list.fetching} isInLine />
              <Columns columns={columns} layout={layout} onLayout={setLayout} />
            </div>
          </div>
          <Requests />
        </div>
        <div className={styles.area} data-open={current !== undefined}>
          <div className={styles.table}>
            <Table
              {...{ rows, isFromDevice: list.isFromDevice, isLoading: list.isLoading, onSee: list.setVisibleRows }}
              {...{ columns: fitting, query, onChange, onOpen, current }}
              {...{ layout, onLayout: setLayout, selected, onSelect: selection.select }}
            />
          </div>
          {current !== undefined && (
            <Suspense fallback={<PanelPlaceholder />}>
              <PeoplePanel
                id={current}
                place={place < 0 ? null : place + 1}
                count={rows.length}
                onMove={step}
                onClose={() => show(undefined)}
              />
            </Suspense>
          )}
        </div>
        <KeyHints />
      </div>
      {selected.size > 0 && (
        <PeopleBulkBar
          count={selection.count}
          all={selection.all}
          onAssign={assign}
          onTag={tag}
          onExport={exportTarget}
          isExporting={isExporting}
          onClear={selection.clear}
        />
      )}
      <Suspense>{bulk && <PeopleBulkSheet {...bulk} onClose={closeBulk} />}</Suspense>
    </Screen>
  );
}

interface TableProps
  extends
    Pick<PeopleDeskProps, 'query' | 'onChange' | 'onOpen'>,
    Pick<PeopleRows, 'rows' | 'isFromDevice' | 'isLoading'> {
  onSee: PeopleRows['setVisibleRows'];
  columns: readonly TableColumn<DeskPerson>[];
  current: string | undefined;
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
  selected: Selection;
  onSelect: (selected: Selection) => void;
}

const Table = memo(({ isFromDevice, query, onChange, onOpen, current, ...grid }: TableProps): ReactElement => {
  const { t } = useLingui();
  const { rows, isLoading } = grid;
  const { ordering } = query;
  const show = ({ id }: DeskPerson): void => onChange({ person: id });
  if (!isLoading && rows.length === 0) return <NoPeople query={query} onChange={onChange} />;
  return (
    <DataGrid
      {...grid}
      aria-label={isFromDevice ? t`People on this device` : t`People`}
      keyOf={keyOf}
      listKey={JSON.stringify(query)}
      nameOf={personName}
      sort={{ by: ordering.replace(/^-/, ''), isDescending: ordering.startsWith('-') }}
      onSort={({ by, isDescending }) => {
        const order = `${isDescending ? '-' : ''}${by}` as NonNullable<PeopleSearch['order']>;
        onChange({ order: order === 'name' ? undefined : order, page: undefined });
      }}
      current={current}
      onOpen={({ id }) => onOpen(id)}
      onPreview={show}
      {...(current !== undefined && { onMove: show })}
      hasLetterKeys={areShortcutsOn()}
    />
  );
});

function ListCount({ list: { about, isFromDevice, rows } }: { list: PeopleRows }): ReactElement | null {
  if (isFromDevice) {
    return (
      <span role="status">
        <Trans>This list hasn't synced. On this device:</Trans>{' '}
        <Plural value={rows.length} one="# person" other="# people" />
      </span>
    );
  }
  if (!about) return null;
  const { count, total_count } = about;
  return (
    <span role="status">
      <StructureCount count={count} total={total_count} />
    </span>
  );
}

/** The keyboard shortcuts of the table, rendered only while single-key shortcuts are on. */
const KeyHints = memo((): ReactElement | null => {
  if (!areShortcutsOn()) return null;
  return (
    <div className={styles.foot} aria-hidden="true">
      <div>
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd>
          <Trans>move</Trans>
        </span>
        <span>
          <kbd>x</kbd>
          <Trans>select</Trans>
        </span>
        <span>
          <kbd>␣</kbd>
          <Trans>preview</Trans>
        </span>
        <span>
          <kbd>↵</kbd>
          <Trans>open</Trans>
        </span>
        <span>
          <kbd>/</kbd>
          <Trans>search</Trans>
        </span>
        <span>
          <kbd>?</kbd>
          <Trans>all shortcuts</Trans>
        </span>
      </div>
    </div>
  );
});

import { Plural, Trans } from '@lingui/react/macro';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useCallback, useState } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import { parseTerms } from '../../../contract/search/terms.ts';
import type { ContactQuery } from '../../bridge/search-api.ts';
import { sync } from '../../bridge/sync.ts';
import type { FetchPhoto } from '../../components/contact/contact-photo.tsx';
import { NoMatches } from '../../components/filters/no-matches.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { allowsPrefetch } from '../../lib/connection.ts';
import { TextLink } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ContactRow } from './contact-list-row.tsx';
import { PageRows, PaneRows, type JumpTarget } from './contact-list-rows.tsx';
import { MIN_JUMP_ROWS, JumpButton } from './jump-button.tsx';
import { SearchFailed, NoContacts, NotSyncedYet } from './contact-list-states.tsx';
import styles from './contacts.module.css';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isFiltered, type ContactFilters } from './filters.ts';
import { savedContactCategories } from './queries.ts';
import { saveListState, lastListState, useMatchingContacts, type FoundRows } from './use-search.ts';

export type ContactListProps = {
  filters: ContactFilters;
  current?: string | undefined;
  /** Whether the list is shown beside an open contact, where it scrolls in its own pane. */
  isPane: boolean;
};

/** Downloads the photo of a contact in the list, unless the connection is slow or the browser's data saver is on. */
const fetchPhoto: FetchPhoto = (sha256) => {
  return allowsPrefetch() ? sync.fetchBlob(sha256) : Promise.resolve();
};

/** The search field, the filters and the matching contacts. */
export function ContactList({ filters, current, isPane }: ContactListProps): ReactElement {
  const { db, actor } = useStore();
  const categories = useLiveQuery(async () => savedContactCategories(db), [db]);
  const matching = useMatchingContacts(filters.wanted);
  const ownCategories = categories?.filter(({ owner_id }) => owner_id === actor.user_id) ?? [];
  const total = matching.shown?.total;
  const [jump, setJump] = useState<JumpTarget | null>(null);
  return (
    <div className={styles.list} data-pane={isPane}>
      <FilterBar filters={filters} categories={ownCategories} isPane={isPane} />
      <div className={styles.searchRow}>
        <small role="status">
          {total !== undefined && <Plural value={total} one="# contact" other="# contacts" />}
        </small>
        <span>
          <TextLink to="/contacts/categories">
            <Trans>Categories</Trans>
          </TextLink>
          <TextLink to="/contacts/import">
            <Trans>Import</Trans>
          </TextLink>
          {total !== undefined && total >= MIN_JUMP_ROWS && isByName(filters.wanted) && (
            <JumpButton wanted={filters.wanted} onJump={(index) => setJump({ index })} />
          )}
          {total !== undefined && total > 0 && <ExportMenu wanted={filters.wanted} />}
        </span>
      </div>
      <Body
        found={matching}
        filters={filters}
        categories={categories ?? []}
        current={current}
        isPane={isPane}
        jump={jump}
      />
    </div>
  );
}

/** Whether the list is in the order of the names. The results of a search are ranked instead. */
const isByName = ({ sort, text }: ContactQuery): boolean => sort === 'name' && text.trim() === '';

type BodyProps = ContactListProps & {
  found: FoundRows;
  jump: JumpTarget | null;
  categories: Awaited<ReturnType<typeof savedContactCategories>>;
};

function Body({ found, filters, categories, current, isPane, jump }: BodyProps): ReactElement {
  const { actor } = useStore();
  const now = useNow('minute');
  const { shown, shownRows, setVisibleRows } = found;
  const [start] = useState(() => lastListState(actor.user_id, filters.wanted)?.scroll ?? 0);
  const onLeave = useCallback(
    (scroll: number) => {
      if (shown && shownRows) saveListState({ user_id: actor.user_id, shown, rows: shownRows, scroll });
    },
    [actor.user_id, shown, shownRows],
  );
  const idAt = useCallback((index: number) => shown?.ids[index - shown.offset], [shown]);
  const keyAt = useCallback((index: number) => idAt(index) ?? index, [idAt]);
  if (!shown) return found.isFailed ? <SearchFailed onRetry={found.again} /> : <NotSyncedYet />;
  if (shown.total === 0 && !shown.is_complete) return <NotSyncedYet />;
  if (shown.total === 0) {
    const isEmpty = shown.total_all === 0 || !isFiltered(filters.wanted);
    if (isEmpty) return <NoContacts />;
    return (
      <NoMatches icon={<IconSearch aria-hidden="true" />} onClear={filters.clear}>
        <Trans>No contacts found.</Trans>
      </NoMatches>
    );
  }
  const byId = new Map(categories.map((category) => [category.id, category]));
  const categoryOf = ({ category_id, owner_id }: Contact) => {
    const category = category_id === null ? undefined : byId.get(category_id);
    return category?.owner_id === owner_id ? category : undefined;
  };
  const terms = parseTerms(filters.wanted.text);
  const row = (index: number): ReactElement => {
    const id = idAt(index);
    const contact = id === undefined ? undefined : shownRows?.rows.get(id);
    if (!contact) return <li key={keyAt(index)} className={styles.ghost} aria-busy="true" />;
    return (
      <ContactRow
        key={contact.id}
        contact={contact}
        category={categoryOf(contact)}
        badge={shownRows?.badges.get(contact.id)}
        search={filters.search}
        terms={terms}
        now={now}
        fetchPhoto={fetchPhoto}
        isCurrent={contact.id === current}
      />
    );
  };
  const rows = { count: shown.total, listKey: shown.key, keyAt, row, onSee: setVisibleRows, start, onLeave, jump };
  return isPane ? <PaneRows {...rows} /> : <PageRows {...rows} />;
}

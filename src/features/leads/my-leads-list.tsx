import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { useReturnText } from '../../components/lead/return-text.ts';
import { PersonCards } from '../../components/person/person-cards.tsx';
import { usePeopleActions } from '../../components/person/use-people-actions.tsx';
import { BulkActions, type TableAction } from '../../components/table/bulk-actions.tsx';
import { type CardSelection, SelectButton } from '../../components/table/card-selection.tsx';
import { useHasTable } from '../../components/table/use-table-width.ts';
import { ViewChip } from '../../components/views/view-chip.tsx';
import { ViewTab, ViewTabs } from '../../components/views/view-tabs.tsx';
import { viewsOf } from '../../db/queries/saved-views.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { Button, LinkButton, TextLink } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Filters, noFilters, type ListProps } from './filters.tsx';
import styles from './leads.module.css';
import { type OwnLeads, savedOwnLeads } from './queries.ts';
import type { LeadBulk } from './lead-bulk-sheet.tsx';
import { leadsSearch, type LeadsSearch } from './search-params.ts';
import { NoLeads } from './states.tsx';

const PAGE_SIZE = 50;
/** A next step is shown in the list if its time is at most this far away. */
const NEXT_STEP_SHOWN_MS = 86_400_000;

/** Maximum number of rows of the table. */
const MAX_ROWS = 5000;

const LeadBulkSheet = lazy(async () => ({ default: (await import('./lead-bulk-sheet.tsx')).LeadBulkSheet }));
const MyLeadsTable = lazy(async () => ({ default: (await import('./my-leads-table.tsx')).MyLeadsTable }));

interface MyLeadsListProps extends ListProps {
  /** Replaces all search parameters. */
  onShow: (search: LeadsSearch) => void;
  selection: CardSelection;
}

/** Lists the employee's leads, as a table on wide screens; those with work to do come first. */
export function MyLeadsList({ search, onChange, onShow, selection }: MyLeadsListProps): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const { language, country, status } = search;
  const hasTable = useHasTable();
  const now = useNow('minute');
  const [shown, setShown] = useState(PAGE_SIZE);
  const limit = hasTable ? MAX_ROWS : shown;
  const list = useLiveQuery(
    async () => savedOwnLeads(db, actor.user_id, { language, country, status }, limit),
    [db, actor.user_id, language, country, status, limit],
  );
  const views = useLiveQuery(async () => viewsOf(db, 'leads'), [db]);
  const shared = { views, all: t`All leads`, search, parse: leadsSearch, onShow };
  const [bulk, setBulk] = useState<LeadBulk | null>(null);
  const actions = usePeopleActions<Person>((kind, people) =>
    setBulk({ kind, people: people.map((person) => ({ ...person, badge: list?.badges.get(person.id) })) }),
  );
  const filters = (
    <Filters search={search} onChange={onChange} choices={list?.choices} hasStatus>
      {!hasTable && <ViewChip {...shared} />}
    </Filters>
  );
  const count = <small role="status">{list && <Plural value={list.count} one="# person" other="# people" />}</small>;
  const allPeople = (
    <TextLink to="/people">
      <Trans>All people</Trans>
    </TextLink>
  );
  const empty = <NoOwnLeads isFiltered={(list?.total ?? 0) > 0} onClear={() => onChange(noFilters)} />;
  return (
    <Stack gap="m">
      {hasTable && (
        <ViewTabs {...shared} table="leads" count={list?.count} tab={(tab) => <ViewTab to="/leads" {...tab} />} />
      )}
      {!hasTable && (
        <>
          {filters}
          <div className={styles.row}>
            {count}
            <span className={styles.links}>
              {list && list.count > 0 && <SelectButton selection={selection} />}
              {allPeople}
            </span>
          </div>
        </>
      )}
      {!list && <Skeleton />}
      {!hasTable && list?.count === 0 && empty}
      {hasTable && list && (
        <Suspense fallback={<Skeleton rows={8} />}>
          <MyLeadsTable
            {...{ list, actions, search, onChange, filters, empty }}
            count={
              <>
                {count}
                {allPeople}
              </>
            }
          />
        </Suspense>
      )}
      {!hasTable && list && list.count > 0 && <LeadCards {...{ list, selection, actions, now }} />}
      {list && list.count > list.rows.length && (
        <div className={styles.more}>
          <Button variant="ghost" onPress={() => setShown(shown + PAGE_SIZE)}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
      {bulk && (
        <Suspense fallback={null}>
          <LeadBulkSheet {...bulk} onClose={() => setBulk(null)} />
        </Suspense>
      )}
    </Stack>
  );
}

function NoOwnLeads(props: { isFiltered: boolean; onClear: () => void }): ReactElement {
  const waitingLeadsLink = (
    <LinkButton variant="soft" to="/leads" search={{ tab: 'waiting' }}>
      <Trans>View waiting leads</Trans>
    </LinkButton>
  );
  return (
    <NoLeads {...props} icon={<IconUsersGroup aria-hidden="true" />} action={waitingLeadsLink}>
      <Trans>You have no leads yet.</Trans>
    </NoLeads>
  );
}

interface LeadCardsProps {
  list: OwnLeads;
  selection: CardSelection;
  actions: readonly TableAction<Person>[];
  now: number;
}

/** The employee's leads as cards, for a phone. */
function LeadCards({ list, selection, actions, now }: LeadCardsProps): ReactElement {
  const { t } = useLingui();
  const returnText = useReturnText(now);
  /** Returns the text of a next step that is near or overdue; empty for any other. */
  const nextStepText = (at: string | null): string => {
    if (at === null || Date.parse(at) - now > NEXT_STEP_SHOWN_MS) return '';
    const timeText = formatRecent(at, now);
    return t`Next step ${timeText}`;
  };
  return (
    <>
      <PersonCards
        aria-label={t`My people`}
        people={list.rows}
        selection={selection}
        badges={list.badges}
        factOf={(person) => returnText(person) || nextStepText(person.next_step_at)}
      />
      {selection.isSelecting && (
        <BulkActions
          label={t`Selected people`}
          actions={actions}
          rows={list.rows.filter(({ id }) => selection.selected.has(id))}
          onClear={selection.clear}
        />
      )}
    </>
  );
}

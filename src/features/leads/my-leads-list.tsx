import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { useReturnText } from '../../components/lead/return-text.ts';
import { PersonRow } from '../../components/person/person-row.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { Button, LinkButton, TextLink } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Filters, noFilters, type ListProps } from './filters.tsx';
import styles from './leads.module.css';
import { savedOwnLeads } from './queries.ts';
import { NoRows } from './states.tsx';

const PAGE_SIZE = 50;
/** A next step is shown in the list from this long before its time. */
const NEXT_STEP_SHOWN_MS = 86_400_000;

/** Lists the employee's leads; those with work to do come first. */
export function MyLeadsList({ activeFilters, onChange }: ListProps): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const { language, country, status } = activeFilters;
  const now = useNow('minute');
  const returnText = useReturnText(now);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const list = useLiveQuery(
    async () => savedOwnLeads(db, actor.user_id, { language, country, status }, limit),
    [db, actor.user_id, language, country, status, limit],
  );
  /** Returns the text of a next step that is near or overdue; empty for any other. */
  const dueOf = (at: string | null): string => {
    if (at === null || Date.parse(at) - now > NEXT_STEP_SHOWN_MS) return '';
    const timeText = formatRecent(at, now);
    return t`Next step ${timeText}`;
  };
  const find = (
    <LinkButton variant="soft" to="/leads" search={{ tab: 'waiting' }}>
      <Trans>View waiting leads</Trans>
    </LinkButton>
  );
  return (
    <Stack gap="m">
      <Filters activeFilters={activeFilters} onChange={onChange} choices={list?.choices} hasStatus />
      <div className={styles.row}>
        <small role="status">{list && <Plural value={list.count} one="# person" other="# people" />}</small>
        <span className={styles.links}>
          <TextLink to="/people">
            <Trans>All people</Trans>
          </TextLink>
          <TextLink to="/search">
            <Trans>Search</Trans>
          </TextLink>
        </span>
      </div>
      {!list && <Skeleton />}
      {list?.count === 0 && (
        <NoRows
          icon={<IconUsersGroup aria-hidden="true" />}
          isFiltered={list.total > 0}
          onClear={() => onChange(noFilters)}
          action={find}
        >
          <Trans>You have no leads yet.</Trans>
        </NoRows>
      )}
      {list && list.count > 0 && (
        <List aria-label={t`My people`}>
          {list.rows.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              badge={list.badges.get(person.id)}
              lead={returnText(person) || dueOf(person.next_step_at)}
            />
          ))}
        </List>
      )}
      {list && list.count > list.rows.length && (
        <div className={styles.more}>
          <Button variant="ghost" onPress={() => setLimit(limit + PAGE_SIZE)}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </Stack>
  );
}

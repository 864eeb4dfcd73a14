import { isEmployee } from '../../../contract/roles.ts';
import { parseTerms, type Term } from '../../../contract/search/terms.ts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useIsSlow } from '../../hooks/use-is-slow.ts';
import { useSearchText } from '../../hooks/use-search-text.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { List, Row, RowLink } from '../../ui/list.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import type { EntryGroup, PaletteScreen } from './entry.ts';
import { entryLookOf } from './entry-text.tsx';
import type { SearchLimits } from './queries.ts';
import styles from './search-screen.module.css';
import { useGroups, type Groups } from './use-groups.ts';

const route = getRouteApi('/_member/search');

/** Maximum number of results of each kind; a link leads to the list with all of them. */
const limits: SearchLimits = { people: 20, others: 10 };

/** Empty, because the navigation beside this screen already lists the screens. */
const noScreens: readonly PaletteScreen[] = [];

/** /search: finds everything on this device by any part of a name, number, title or note. */
export function SearchScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const navigate = route.useNavigate();
  const urlText = (route.useSearch().q ?? '').trim();
  const { text, type } = useSearchText(urlText, (q) => void navigate({ search: { q }, replace: true }));
  const me = useLiveQuery(async () => db.me.get(actor.user_id), [db, actor.user_id]);
  const isStaff = Boolean(me && isEmployee(me));
  return (
    <Screen title={t`Search`} narrow>
      <Stack gap="m">
        <SearchField
          aria-label={t`Search`}
          placeholder={isStaff ? t`Name, number or text` : t`Name, lesson or note`}
          autoFocus
          value={text}
          onChange={type}
        />
        {me && <Results text={text.trim()} isStaff={isStaff} />}
      </Stack>
    </Screen>
  );
}

function Results({ text, isStaff }: { text: string; isStaff: boolean }): ReactElement {
  const found = useGroups(text, isStaff, noScreens, limits);
  const { isReady, isFirst, isFailed } = found;
  // Without a text, show only the recent records: the navigation beside them already has the actions.
  const groups = text === '' ? found.groups.filter(({ key }) => key === 'recent') : found.groups;
  if (isFailed) return <Failed retry={found.retry} />;
  // The groups so far contain only actions. They are not shown yet, because the first results would move them down.
  if (isFirst) return <Preparing />;
  if (groups.length === 0) return isReady ? <NothingFound text={text} isStaff={isStaff} /> : <Preparing />;
  const total = groups.reduce((sum, { entries, count }) => sum + (count ?? entries.length), 0);
  const terms = parseTerms(text);
  return (
    <>
      {text !== '' && (
        <small role="status">
          {isReady && <Plural value={total} one="# result on this device" other="# results on this device" />}
        </small>
      )}
      {groups.map((group) => (
        <ResultGroup key={group.key} group={group} terms={terms} />
      ))}
    </>
  );
}

/** Shown until the first results: at first a skeleton, then also a text. */
function Preparing(): ReactElement {
  const isSlow = useIsSlow();
  return (
    <>
      <small role="status">{isSlow && <Trans>The search is still being prepared.</Trans>}</small>
      <Skeleton />
    </>
  );
}

function Failed({ retry }: Pick<Groups, 'retry'>): ReactElement {
  const { t } = useLingui();
  return (
    <ErrorState
      title={t`Search is not responding`}
      action={
        <Button variant="soft" onPress={retry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  );
}

function NothingFound({ text, isStaff }: { text: string; isStaff: boolean }): ReactElement {
  return (
    <EmptyState icon={<IconSearch aria-hidden="true" />}>
      {text !== '' ? (
        <Trans>No matches on this device.</Trans>
      ) : isStaff ? (
        <Trans>Finds people, contacts, tasks, tickets, lessons, books and notes, online or offline.</Trans>
      ) : (
        <Trans>Finds your contacts, requests, lessons, books and notes, online or offline.</Trans>
      )}
    </EmptyState>
  );
}

function ResultGroup({ group, terms }: { group: EntryGroup; terms: readonly Term[] }): ReactElement {
  const { title, entries, count = 0, more } = group;
  const all = more && count > entries.length && (
    <TextLink {...more}>
      <Trans>All {count}</Trans>
    </TextLink>
  );
  return (
    <Section title={title} end={all}>
      <List aria-label={title}>
        {entries.map((entry) => {
          const { icon, detail, title: name } = entryLookOf(entry, terms, 'm');
          const leading = entry.avatar ? icon : <span className={styles.icon}>{icon}</span>;
          const row = { leading, title: <span lang={entry.lang}>{name}</span>, subtitle: detail };
          return entry.run ? (
            <Row key={entry.key} {...row} onPress={entry.run} />
          ) : (
            <RowLink key={entry.key} {...row} {...entry.link} />
          );
        })}
      </List>
    </Section>
  );
}

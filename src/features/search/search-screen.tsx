import { isEmployee } from '../../../contract/roles.ts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement, ReactNode } from 'react';
import { contactName, contactStatusLabels } from '../../components/contact/contact-labels.ts';
import { PersonRow, useCountryName } from '../../components/person/person-row.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { useSearchText } from '../../hooks/use-search-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import type { PaletteScreen } from './palette/entry.ts';
import { useGroups } from './palette/use-groups.ts';
import { useContactSearch, usePeopleSearch } from './use-found.ts';

const route = getRouteApi('/_member/search');

/** Keys of the palette groups that this screen also shows. It omits screens, which are in the navigation. */
const otherGroups = ['tickets', 'tasks', 'lessons', 'actions'];
const noScreens: readonly PaletteScreen[] = [];

/** /search: finds everyone on this device by any part of a name or number. */
export function SearchScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const query = (route.useSearch().q ?? '').trim();
  const navigate = route.useNavigate();
  const { text, type } = useSearchText(query, (q) => void navigate({ search: { q }, replace: true }));
  const me = useLiveQuery(async () => db.me.get(actor.user_id), [db, actor.user_id]);
  const isStaff = Boolean(me && isEmployee(me));
  const foundPeople = usePeopleSearch(query, isStaff);
  const contacts = useContactSearch(query);
  const { groups } = useGroups(query, isStaff, noScreens);
  const others = groups.filter(({ key }) => otherGroups.includes(key));
  const isReady = me !== undefined && foundPeople !== undefined && contacts !== undefined;
  const total =
    (foundPeople?.people.count ?? 0) +
    (foundPeople?.waiting.count ?? 0) +
    (contacts?.count ?? 0) +
    others.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <Screen title={t`Search`} narrow>
      <Stack gap="m">
        <SearchField
          aria-label={t`Search`}
          placeholder={t`Name, city or number`}
          autoFocus
          value={text}
          onChange={type}
        />
        {query === '' && (
          <EmptyState icon={<IconSearch aria-hidden="true" />}>
            {isStaff ? (
              <Trans>Your people, waiting leads and contacts, online or offline.</Trans>
            ) : (
              <Trans>Your contacts, online or offline.</Trans>
            )}
          </EmptyState>
        )}
        {query !== '' && !isReady && <Skeleton />}
        {query !== '' && isReady && (
          <>
            <small role="status">
              <Plural value={total} one="# result on this device" other="# results on this device" />
            </small>
            {contacts === null && (
              <small>
                <Trans>Contact search is not responding. Try again.</Trans>
              </small>
            )}
            {total === 0 && contacts !== null && (
              <EmptyState icon={<IconSearch aria-hidden="true" />}>
                <Trans>No matches on this device.</Trans>
              </EmptyState>
            )}
            <People everybody={foundPeople} text={query} />
            <Contacts found={contacts} text={query} />
            {others.map(({ key, title, entries }) => (
              <ResultGroup key={key} title={title} more={null}>
                <List aria-label={title}>
                  {entries.map((entry) => (
                    <RowLink
                      key={entry.key}
                      {...entry.link}
                      leading={entry.icon}
                      title={<span lang={entry.lang}>{entry.title}</span>}
                      subtitle={entry.detail}
                    />
                  ))}
                </List>
              </ResultGroup>
            ))}
          </>
        )}
      </Stack>
    </Screen>
  );
}

type PeopleProps = { everybody: NonNullable<ReturnType<typeof usePeopleSearch>>; text: string };

function People({ everybody: { people, waiting }, text }: PeopleProps): ReactElement {
  const { t } = useLingui();
  const country = useCountryName();
  return (
    <>
      {people.count > 0 && (
        <ResultGroup
          title={<Trans>People</Trans>}
          more={
            people.count > people.rows.length && (
              <TextLink to="/people" search={{ q: text }}>
                <AllText count={people.count} />
              </TextLink>
            )
          }
        >
          <List aria-label={t`People`}>
            {people.rows.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </List>
        </ResultGroup>
      )}
      {waiting.count > 0 && (
        <ResultGroup
          title={<Trans>Waiting leads</Trans>}
          more={
            waiting.count > waiting.rows.length && (
              <TextLink to="/leads" search={{ tab: 'waiting' }}>
                <AllText count={waiting.count} />
              </TextLink>
            )
          }
        >
          <List aria-label={t`Waiting leads`}>
            {waiting.rows.map((lead) => (
              <RowLink
                key={lead.id}
                to="/leads"
                search={{ tab: 'waiting' }}
                leading={<Avatar name={lead.first_name} id={lead.id} />}
                title={lead.first_name}
                subtitle={[lead.city, country(lead.country)].filter((part) => part !== '').join(', ')}
                badge={
                  <Badge tone="wait">
                    <Trans context="lead status">Waiting</Trans>
                  </Badge>
                }
              />
            ))}
          </List>
        </ResultGroup>
      )}
    </>
  );
}

function Contacts({ found, text }: { found: ReturnType<typeof useContactSearch>; text: string }): ReactElement | null {
  const { t } = useLingui();
  const phoneText = usePhoneText();
  if (!found || found.count === 0) return null;
  return (
    <ResultGroup
      title={<Trans>Contacts</Trans>}
      more={
        found.count > found.rows.length && (
          <TextLink to="/contacts" search={{ q: text }}>
            <AllText count={found.count} />
          </TextLink>
        )
      }
    >
      <List aria-label={t`Contacts`}>
        {found.rows.map((contact) => (
          <RowLink
            key={contact.id}
            to="/contacts/$contactId"
            params={{ contactId: contact.id }}
            leading={<Avatar name={contactName(contact)} id={contact.id} />}
            title={contactName(contact)}
            subtitle={[phoneText(contact.phones[0]?.number ?? ''), contact.city].filter(Boolean).join(', ')}
            badge={<Badge>{t(contactStatusLabels[contact.status])}</Badge>}
          />
        ))}
      </List>
    </ResultGroup>
  );
}

const AllText = ({ count }: { count: number }): ReactElement => <Trans>All {count}</Trans>;

interface ResultGroupProps {
  title: ReactNode;
  /** A link to a list with the remaining results. */
  more: ReactNode;
  children: ReactNode;
}

function ResultGroup({ title, more, children }: ResultGroupProps): ReactElement {
  return (
    <Section title={title} end={more}>
      {children}
    </Section>
  );
}

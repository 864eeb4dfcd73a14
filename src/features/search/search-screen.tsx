import { isEmployee } from '../../../contract/roles.ts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement, ReactNode } from 'react';
import { contactName, contactStatusLabels } from '../../components/contact/contact-labels.ts';
import { PersonRow, useCountryName } from '../../components/person/person-row.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useAddress } from '../../hooks/use-address.ts';
import { useSearchText } from '../../hooks/use-search-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import { useContacts, useEverybody } from './use-found.ts';

/** /search: everyone on this device by any part of a name or number. */
export function SearchScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const { text, asked, type } = useSearchText(useAddress());
  const me = useLiveQuery(() => db.me.get(actor.user_id), [db, actor.user_id]);
  const isStaff = Boolean(me && isEmployee(me));
  const everybody = useEverybody(asked, isStaff);
  const contacts = useContacts(asked);
  const isReady = me !== undefined && everybody !== undefined && contacts !== undefined;
  const total = (everybody?.people.count ?? 0) + (everybody?.waiting.count ?? 0) + (contacts?.count ?? 0);
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
        {asked === '' && (
          <EmptyState icon={<IconSearch aria-hidden="true" />}>
            {isStaff ? (
              <Trans>Your people, waiting leads and contacts, online or offline.</Trans>
            ) : (
              <Trans>Your contacts, online or offline.</Trans>
            )}
          </EmptyState>
        )}
        {asked !== '' && !isReady && <Skeleton />}
        {asked !== '' && isReady && (
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
            <People everybody={everybody} text={asked} />
            <Contacts found={contacts} text={asked} />
          </>
        )}
      </Stack>
    </Screen>
  );
}

type PeopleProps = { everybody: NonNullable<ReturnType<typeof useEverybody>>; text: string };

function People({ everybody: { people, waiting }, text }: PeopleProps): ReactElement {
  const { t } = useLingui();
  const country = useCountryName();
  return (
    <>
      {people.count > 0 && (
        <ResultGroup
          title={<Trans>People</Trans>}
          count={people.count}
          shown={people.rows.length}
          href={`/people?q=${encodeURIComponent(text)}`}
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
          count={waiting.count}
          shown={waiting.rows.length}
          href="/leads?tab=waiting"
        >
          <List aria-label={t`Waiting leads`}>
            {waiting.rows.map((lead) => (
              <Row
                key={lead.id}
                href="/leads?tab=waiting"
                leading={<Avatar name={lead.first_name} />}
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

function Contacts({ found, text }: { found: ReturnType<typeof useContacts>; text: string }): ReactElement | null {
  const { t } = useLingui();
  if (!found || found.count === 0) return null;
  return (
    <ResultGroup
      title={<Trans>Contacts</Trans>}
      count={found.count}
      shown={found.rows.length}
      href={`/contacts?q=${encodeURIComponent(text)}`}
    >
      <List aria-label={t`Contacts`}>
        {found.rows.map((contact) => (
          <Row
            key={contact.id}
            href={`/contacts/${contact.id}`}
            leading={<Avatar name={contactName(contact)} />}
            title={contactName(contact)}
            subtitle={[contact.phones[0]?.number, contact.city].filter(Boolean).join(', ')}
            badge={<Badge>{t(contactStatusLabels[contact.status])}</Badge>}
          />
        ))}
      </List>
    </ResultGroup>
  );
}

interface ResultGroupProps {
  title: ReactNode;
  count: number;
  shown: number;
  /** Link to the remaining results. */
  href: string;
  children: ReactNode;
}

function ResultGroup({ title, count, shown, href, children }: ResultGroupProps): ReactElement {
  const more = count > shown && (
    <TextLink href={href}>
      <Trans>All {count}</Trans>
    </TextLink>
  );
  return (
    <Section title={title} end={more}>
      {children}
    </Section>
  );
}

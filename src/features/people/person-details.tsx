import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { useCountryName } from '../../components/person/person-row.tsx';
import { languageNames, sourceWords } from '../../components/person/person-labels.ts';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/details.tsx';
import styles from './people.module.css';

const mapLink = (place: string): string => `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;

/** All that is known of somebody; what is not known is left out. */
export function PersonFacts({ person }: { person: Person }): ReactElement {
  const { t } = useLingui();
  const country = useCountryName();
  const { phone, email, telegram, date_birth, next_step_at, source, notes, tags, groups } = person;
  const place = [person.address, person.city, country(person.country)].filter((part) => part !== '').join(', ');
  const spoken = languageNames[person.language];
  const facts: Record<string, ReactNode> = {
    next: next_step_at !== null && <Fact name={<Trans>Next step</Trans>}>{formatDateTime(next_step_at)}</Fact>,
    phone: phone !== null && (
      <Fact name={<Trans>Phone</Trans>}>
        {phone}
        {person.phone_invalid && (
          <>
            {' '}
            <small>
              <Trans>Somebody else answers there</Trans>
            </small>
          </>
        )}
      </Fact>
    ),
    email: email !== null && <Fact name={<Trans>Email</Trans>}>{email}</Fact>,
    telegram: telegram !== null && <Fact name="Telegram">@{telegram}</Fact>,
    place: place !== '' && (
      <Fact name={<Trans>Address</Trans>}>
        <a href={mapLink(place)} target="_blank" rel="noopener noreferrer">
          {place}
        </a>
      </Fact>
    ),
    language: spoken && <Fact name={<Trans>Language</Trans>}>{t(spoken)}</Fact>,
    birth: date_birth !== null && (
      <Fact name={<Trans>Date of birth</Trans>}>{formatDate(`${date_birth}T12:00:00`)}</Fact>
    ),
    source: source !== null && (
      <Fact name={<Trans>Where from</Trans>}>
        {t(sourceWords[source])}, {formatDate(person.created_at)}
      </Fact>
    ),
    subscribed: person.is_subscribed && (
      <Fact name={<Trans>Subscription</Trans>}>
        <Trans>Paid</Trans>
      </Fact>
    ),
    tags: tags.length > 0 && (
      <Fact wide name={<Trans>Tags</Trans>}>
        <Tags words={tags} />
      </Fact>
    ),
    groups: groups.length > 0 && (
      <Fact wide name={<Trans>Groups</Trans>}>
        <Tags words={groups} />
      </Fact>
    ),
    notes: notes !== '' && (
      <Fact wide name={<Trans>Notes</Trans>}>
        {notes}
      </Fact>
    ),
  };
  const known = Object.entries(facts).filter(([, fact]) => fact !== false && fact !== undefined);
  return (
    <Card>
      <Facts>
        {known.map(([key, fact]) => (
          <Fragment key={key}>{fact}</Fragment>
        ))}
      </Facts>
    </Card>
  );
}

function Tags({ words }: { words: readonly string[] }): ReactElement {
  return (
    <span className={styles.tags}>
      {words.map((word) => (
        <span key={word} className={styles.tag}>
          {word}
        </span>
      ))}
    </span>
  );
}

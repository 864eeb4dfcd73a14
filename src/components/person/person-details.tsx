import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { useCountryName } from './person-row.tsx';
import { languageLabels, sourceLabels } from './person-labels.ts';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { mapLink } from '../../lib/map-link.ts';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { Detail, Details } from '../../ui/details.tsx';
import styles from './person-details.module.css';

/** All fields of the person that have a value. */
export function PersonDetails({ person }: { person: Person }): ReactElement {
  const { t } = useLingui();
  const country = useCountryName();
  const phoneText = usePhoneText();
  const { phone, email, telegram, date_birth, next_step_at, source, notes, tags, groups } = person;
  const place = [person.address, person.city, country(person.country)].filter((part) => part !== '').join(', ');
  const languageName = languageLabels[person.language];
  const facts: Record<string, ReactNode> = {
    next: next_step_at !== null && <Detail name={<Trans>Next step</Trans>}>{formatDateTime(next_step_at)}</Detail>,
    phone: phone !== null && (
      <Detail name={<Trans>Phone</Trans>}>
        {phoneText(phone)}
        {person.phone_invalid && (
          <>
            {' '}
            <small>
              <Trans>This number belongs to someone else</Trans>
            </small>
          </>
        )}
      </Detail>
    ),
    email: email !== null && <Detail name={<Trans>Email</Trans>}>{email}</Detail>,
    telegram: telegram !== null && <Detail name="Telegram">@{telegram}</Detail>,
    place: place !== '' && (
      <Detail name={<Trans>Address</Trans>}>
        <a href={mapLink(place)} target="_blank" rel="noopener noreferrer">
          {place}
        </a>
      </Detail>
    ),
    language: languageName && <Detail name={<Trans>Language</Trans>}>{t(languageName)}</Detail>,
    birth: date_birth !== null && <Detail name={<Trans>Date of birth</Trans>}>{formatDate(date_birth)}</Detail>,
    source: source !== null && (
      <Detail name={<Trans>Source</Trans>}>
        {t(sourceLabels[source])}, {formatDate(person.created_at)}
      </Detail>
    ),
    subscribed: person.is_subscribed && (
      <Detail name={<Trans>Subscription</Trans>}>
        <Trans>Paid</Trans>
      </Detail>
    ),
    tags: tags.length > 0 && (
      <Detail wide name={<Trans>Tags</Trans>}>
        <Tags tags={tags} />
      </Detail>
    ),
    groups: groups.length > 0 && (
      <Detail wide name={<Trans>Groups</Trans>}>
        <Tags tags={groups} />
      </Detail>
    ),
    notes: notes !== '' && (
      <Detail wide name={<Trans>Notes</Trans>}>
        {notes}
      </Detail>
    ),
  };
  const knownFacts = Object.entries(facts).filter(([, fact]) => fact !== false && fact !== undefined);
  return (
    <Details>
      {knownFacts.map(([key, fact]) => (
        <Fragment key={key}>{fact}</Fragment>
      ))}
    </Details>
  );
}

function Tags({ tags }: { tags: readonly string[] }): ReactElement {
  return (
    <span className={styles.tags}>
      {tags.map((word) => (
        <span key={word} className={styles.tag}>
          {word}
        </span>
      ))}
    </span>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import type { EventCard } from '../../db/queries/events.ts';
import { formatDate } from '../../lib/dates.ts';
import {
  capitalised,
  formatDayIn,
  formatSpan,
  formatTimeIn,
  formatWeekday,
  isElsewhere,
  zoneName,
} from '../../lib/zone-times.ts';
import styles from './events.module.css';

/** A search in the map app that the phone has. */
const mapLink = (place: string): string => `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;

function DetailRow({ name, children }: { name: ReactNode; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The times by the clocks of the event's place; with the days where they are others than here. */
function LocalTime({ event }: { event: EventCard }): ReactElement {
  const { i18n } = useLingui();
  const { starts_at, ends_at, time_zone } = event;
  const days = [formatDayIn(starts_at, time_zone), formatDayIn(ends_at, time_zone)] as const;
  const isOneDay = days[0] === days[1] && formatDate(starts_at).startsWith(days[0]);
  const times = [formatTimeIn(starts_at, time_zone), formatTimeIn(ends_at, time_zone)] as const;
  const span = isOneDay ? times.join('–') : `${days[0]} ${times[0]} – ${days[1]} ${times[1]}`;
  const zone = zoneName(time_zone, starts_at, i18n.locale);
  return (
    <>
      {span}, {zone}
    </>
  );
}

/** When by this phone's clocks, when there, and where. */
export function EventDetails({ event }: { event: EventCard }): ReactElement {
  const { i18n } = useLingui();
  const { starts_at, ends_at, time_zone, place, url } = event;
  const differs = isElsewhere(starts_at, time_zone);
  return (
    <dl className={styles.facts}>
      <DetailRow name={differs ? <Trans>Your time</Trans> : <Trans>Time</Trans>}>
        <time dateTime={starts_at}>
          {capitalised(formatWeekday(starts_at, i18n.locale))}, {formatSpan(starts_at, ends_at)}
        </time>
      </DetailRow>
      {differs && (
        <DetailRow name={<Trans>Local time</Trans>}>
          <LocalTime event={event} />
        </DetailRow>
      )}
      {place !== '' && (
        <DetailRow name={<Trans>Location</Trans>}>
          {url === null ? (
            <a href={mapLink(place)} target="_blank" rel="noopener noreferrer" lang={event.language}>
              {place}
            </a>
          ) : (
            <span lang={event.language}>{place}</span>
          )}
        </DetailRow>
      )}
      {url !== null && (
        <DetailRow name={<Trans>Link</Trans>}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {url}
          </a>
        </DetailRow>
      )}
    </dl>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import type { EventCard } from '../../db/queries/events.ts';
import { dateIn, hasOtherLocalTime, timeIn } from '../../../contract/zones.ts';
import {
  formatShortDate,
  formatSpan,
  formatWeekday,
  formatWeekdayName,
  isSameDay,
  toDateInput,
} from '../../lib/dates.ts';
import { capitalize, zoneName } from '../../lib/intl-formats.ts';
import { mapLink } from '../../lib/map-link.ts';
import styles from './events.module.css';

function DetailRow({ name, children }: { name: ReactNode; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows an event's times in the event's time zone, and its dates if they differ from those in the user's time zone. */
function LocalTime({ event }: { event: EventCard }): ReactElement {
  const { i18n } = useLingui();
  const { starts_at, ends_at, time_zone } = event;
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)];
  const dates = [dateIn(time_zone, start), dateIn(time_zone, end)] as const;
  const times = [timeIn(time_zone, start), timeIn(time_zone, end)] as const;
  const date = toDateInput(start) === dates[0] ? '' : `${formatShortDate(dates[0])} `;
  const span =
    dates[0] === dates[1]
      ? `${date}${times.join('–')}`
      : `${formatShortDate(dates[0])} ${times[0]} – ${formatShortDate(dates[1])} ${times[1]}`;
  const zone = zoneName(time_zone, start, i18n.locale);
  return (
    <>
      {span}, {zone}
    </>
  );
}

/** Shows an event's time in the user's time zone and in its own, and its location. */
export function EventDetails({ event }: { event: EventCard }): ReactElement {
  const { i18n } = useLingui();
  const { starts_at, ends_at, time_zone, place, url } = event;
  // If the event lasts several days, `formatSpan` includes the dates, so only the weekday is shown before it.
  const isOneDay = isSameDay(starts_at, ends_at);
  const day = isOneDay ? formatWeekday : formatWeekdayName;
  const showsLocalTime = hasOtherLocalTime(time_zone, Date.parse(starts_at));
  return (
    <dl className={styles.details}>
      <DetailRow name={showsLocalTime ? <Trans>Your time</Trans> : <Trans>Time</Trans>}>
        <time dateTime={starts_at}>
          {capitalize(day(starts_at, i18n.locale))},{' '}
          <span className={isOneDay ? styles.times : undefined}>{formatSpan(starts_at, ends_at)}</span>
        </time>
      </DetailRow>
      {showsLocalTime && (
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

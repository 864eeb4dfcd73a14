import { Trans, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { ReactElement } from 'react';
import type { EventCard } from '../../db/queries/events.ts';
import { hasOtherLocalTime, timeIn, zoneOrDevice } from '../../../contract/zones.ts';
import { formatSpan, formatTile } from '../../lib/dates.ts';
import { zoneName } from '../../lib/intl-formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { RowLink } from '../../ui/list.tsx';
import styles from './event-row.module.css';
import { RowSyncBadge } from '../sync/row-sync-badge.tsx';

/** Shows the day of an event as a calendar tile. */
function DateTile({ at }: { at: string }): ReactElement {
  const { i18n } = useLingui();
  const { month, day } = formatTile(at, i18n.locale);
  return (
    <span className={styles.dateTile} aria-hidden="true">
      <small>{month}</small>
      <b>{day}</b>
    </span>
  );
}

/** Shows the user's reply to an event, or nothing if there is none. */
export function AttendanceBadge({ answer }: Pick<EventCard, 'answer'>): ReactElement | null {
  if (answer === 'none') return null;
  if (answer === 'not_going') {
    return (
      <Badge>
        <Trans context="your reply to an event">Not going</Trans>
      </Badge>
    );
  }
  return (
    <Badge tone="ok" icon={<IconCheck aria-hidden="true" />}>
      <Trans context="your reply to an event">Going</Trans>
    </Badge>
  );
}

/** An event in a list: its day, its start in the user's time zone and in that of the venue, and the user's reply. */
export function EventRow({ event }: { event: EventCard }): ReactElement {
  const { i18n } = useLingui();
  const { starts_at, ends_at, time_zone, place } = event;
  const start = Date.parse(starts_at);
  const localStart = timeIn(zoneOrDevice(time_zone), start);
  const zoneLabel = zoneName(time_zone, start, i18n.locale);
  return (
    <RowLink
      to="/events/view/$eventId"
      params={{ eventId: event.id }}
      leading={<DateTile at={starts_at} />}
      title={<span lang={event.language}>{event.title}</span>}
      wrapTitle
      subtitle={
        <>
          {formatSpan(starts_at, ends_at)}
          {place !== '' && <span lang={event.language}>, {place}</span>}
        </>
      }
      meta={
        <>
          {hasOtherLocalTime(time_zone, start) && (
            <small>
              <Trans>
                Local time {localStart}, {zoneLabel}
              </Trans>
            </small>
          )}
          <RowSyncBadge badge={event.badge} />
        </>
      }
      badge={<AttendanceBadge answer={event.answer} />}
    />
  );
}

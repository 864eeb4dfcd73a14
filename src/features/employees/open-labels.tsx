import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import { endOfWorkingTime, nextWorkingTime } from '../../../contract/work-times.ts';
import { dateIn, hasOtherLocalTime, timeIn } from '../../../contract/zones.ts';
import { formatShortWeekday, formatTime, type When } from '../../lib/dates.ts';

const HOUR_MS = 3_600_000;

/** Shows a time in the employee's time zone and, if that differs, also in the reader's time zone. */
function ZonedTime({ at, zone, withDay }: { at: number; zone: string; withDay: boolean }): ReactElement {
  const { i18n } = useLingui();
  const day = (when: When): string => (withDay ? `${formatShortWeekday(when, i18n.locale)} ` : '');
  const localMoment = `${day(dateIn(zone, at))}${timeIn(zone, at)}`;
  const own = `${day(at)}${formatTime(at)}`;
  if (!hasOtherLocalTime(zone, at)) return <>{localMoment}</>;
  return (
    <Trans>
      {localMoment} local time, {own} your time
    </Trans>
  );
}

/** Shows a duration in minutes, hours or days. */
function RemainingTime({ ms }: { ms: number }): ReactElement {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return <Plural value={minutes} one="# minute" other="# minutes" />;
  const hours = Math.round(ms / HOUR_MS);
  if (hours < 48) return <Plural value={hours} one="# hour" other="# hours" />;
  return <Plural value={Math.round(ms / (24 * HOUR_MS))} one="# day" other="# days" />;
}

/** Shows "Working now, until 18:00", or when the working hours begin, in both time zones. */
export function WorkingStatus({ times, now }: { times: WorkTimes; now: number }): ReactElement {
  const start = nextWorkingTime(times, now);
  if (start === null) return <Trans>No working hours set</Trans>;
  const isWorking = start === now;
  const until = isWorking ? (endOfWorkingTime(times, now) ?? now) : start;
  const moment = { at: until, zone: times.zone, withDay: until - now > 12 * HOUR_MS };
  if (isWorking)
    return (
      <Trans>
        Working now, until <ZonedTime {...moment} />
      </Trans>
    );
  return (
    <Trans>
      Off now. Starts in <RemainingTime ms={start - now} />: <ZonedTime {...moment} />
    </Trans>
  );
}

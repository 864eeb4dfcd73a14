import { formatDate, formatDayTime, formatTime, type When } from './dates.ts';

/** HH:mm by the clocks of an IANA zone; by this phone's where it does not know the zone. */
export function formatTimeIn(when: When, zone: string): string {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(new Date(when));
  } catch {
    return formatTime(when);
  }
}

/** DD/MM by the clocks of a zone. */
export function formatDayIn(when: When, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: '2-digit', month: '2-digit' }).format(new Date(when));
}

/** Whether the clocks there show something else at that moment than this phone's. */
export function isElsewhere(when: When, zone: string): boolean {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return formatTimeIn(when, zone) !== formatTime(when) || dayDiffers(when, zone, here);
}

function dayDiffers(when: When, zone: string, here: string): boolean {
  try {
    return formatDayIn(when, zone) !== formatDayIn(when, here);
  } catch {
    return false;
  }
}

/** The zone in words of the language: "Kazakhstan Time". */
export function zoneName(zone: string, when: When, language: string): string {
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(
      new Date(when),
    );
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  } catch {
    return zone;
  }
}

/** "Saturday 3 May" in the language, by this phone's zone. */
export function formatWeekday(when: When, language: string): string {
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(when));
}

/** As the beginning of a line: Russian writes its days small. */
export const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** 18:30–20:30, or with the days where they are two. */
export function formatSpan(from: When, to: When): string {
  if (formatDate(from) === formatDate(to)) return `${formatTime(from)}–${formatTime(to)}`;
  return `${formatDayTime(from)} – ${formatDayTime(to)}`;
}

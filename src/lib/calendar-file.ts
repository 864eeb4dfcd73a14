export interface EventDetails {
  /** Plain text of the description. */
  text: string;
  /** The event's page in the app. */
  url: string;
  /** Device time, ms. */
  now: number;
  /** Reminders that the calendar app will show, in minutes before the start. */
  alarms: readonly number[];
}

interface Event {
  id: string;
  title: string;
  place: string;
  starts_at: string;
  ends_at: string;
}

/**
 * Returns an event as the text of an iCalendar file. Times are in UTC, so that the file needs no time zone definitions.
 */
export async function calendarFile(event: Event, { text, url, now, alarms }: EventDetails): Promise<string> {
  const { default: ICAL } = await import('ical.js');
  const instant = (ms: number) => ICAL.Time.fromJSDate(new Date(ms), true);
  const calendar = new ICAL.Component(['vcalendar', [], []]);
  calendar.updatePropertyWithValue('version', '2.0');
  calendar.updatePropertyWithValue('prodid', '-//Haversack//Events//EN');
  const component = new ICAL.Component('vevent');
  component.updatePropertyWithValue('uid', `${event.id}@haversack`);
  component.updatePropertyWithValue('dtstamp', instant(now));
  component.updatePropertyWithValue('dtstart', instant(Date.parse(event.starts_at)));
  component.updatePropertyWithValue('dtend', instant(Date.parse(event.ends_at)));
  component.updatePropertyWithValue('summary', event.title);
  if (event.place !== '') component.updatePropertyWithValue('location', event.place);
  if (text !== '') component.updatePropertyWithValue('description', text);
  component.updatePropertyWithValue('url', url);
  for (const minutes of alarms) {
    const alarm = new ICAL.Component('valarm');
    alarm.updatePropertyWithValue('action', 'DISPLAY');
    alarm.updatePropertyWithValue('description', event.title);
    alarm.updatePropertyWithValue('trigger', ICAL.Duration.fromSeconds(-60 * minutes));
    component.addSubcomponent(alarm);
  }
  calendar.addSubcomponent(component);
  return `${calendar.toString()}\r\n`;
}

/** Returns the name of the calendar file for a title, without characters that some file systems do not accept. */
export function fileName(title: string): string {
  const plain = title
    .replaceAll(/[\\/:*?"<>|\u0000-\u001f]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
  return `${plain === '' ? 'event' : plain}.ics`;
}

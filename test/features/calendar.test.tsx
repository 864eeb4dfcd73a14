import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { CalendarEvent } from '../../contract/entities/event.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { groupByDay } from '../../src/features/events/agenda.ts';
import { calendarFile, fileName } from '../../src/lib/calendar-file.ts';
import { dateIn, timeIn } from '../../contract/zones.ts';
import { formatShortDate, formatSpan } from '../../src/lib/dates.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { hoursFromNow, makeEvent, makeNews } from './news-maker.ts';
import { stubFileUrls } from './stub-browser.ts';

let db: PhoneDb;

async function showAt(path: string, rows: readonly CalendarEvent[], last_fetched_at: string | null = hoursFromNow(-1)) {
  const ports = freshPorts();
  db = await openPhone(ports, {}, { last_fetched_at, connection: 'offline' });
  await db.events.bulkPut(rows);
  return showApp(path, ports);
}

const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const links = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');

it('lists upcoming events by day, soonest first, including events in other languages', async () => {
  await showAt('/events', [
    makeEvent({ title: 'Later', starts_at: hoursFromNow(24 * 9), ends_at: hoursFromNow(24 * 9 + 1) }),
    makeEvent({ title: 'Running', starts_at: hoursFromNow(-30), ends_at: hoursFromNow(30) }),
    makeEvent({ title: 'Was', starts_at: hoursFromNow(-50), ends_at: hoursFromNow(-49) }),
    makeEvent({ title: 'Встреча', language: 'ru' }),
  ]);
  await screen.findByText('Running');
  expect(titles()[0]).toMatch(/^Today, /);
  expect(titles().at(-1)).toBe('In other languages');
  expect(links().map((text) => /Running|Later|Was|Встреча/.exec(text)?.[0])).toEqual(['Running', 'Later', 'Встреча']);
  cleanup();
  await showAt('/events?show=past', [
    makeEvent({ title: 'Was', starts_at: hoursFromNow(-50), ends_at: hoursFromNow(-49) }),
  ]);
  expect(await screen.findByText('Was')).toBeTruthy();
});

it('distinguishes an empty calendar, events that are not synced yet and a removed event', async () => {
  await showAt('/events', []);
  expect(await screen.findByText('No upcoming events.')).toBeTruthy();
  cleanup();
  await showAt('/events', [], null);
  expect(await screen.findByText("Events haven't synced to this device yet.")).toBeTruthy();
  cleanup();
  await showAt('/events/view/0198c000-0000-7000-8000-00000000ffff', []);
  expect(await screen.findByText(/This event is not on this device/)).toBeTruthy();
});

it('shows an event reply as unsent, and withdraws it by Undo or a second press', async () => {
  const event = makeEvent();
  await showAt(`/events/view/${event.id}`, [event]);
  const come = await screen.findByRole('button', { name: 'Going' });
  const badges = (text: string) => screen.queryAllByText(text).filter((found) => !found.closest('button'));
  fireEvent.click(come);
  await waitFor(() => expect(badges('Going')).toHaveLength(1));
  expect(screen.getByText('Not sent yet')).toBeTruthy();
  expect(come.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByText('Undo'));
  await waitFor(() => expect(badges('Going')).toEqual([]));
  expect(await db.outbox.count()).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Not going' }));
  await waitFor(() => expect(badges('Not going')).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Not going' }));
  await waitFor(() => expect(badges('Not going')).toEqual([]));
  expect(await db.event_answers.get(event.id)).toMatchObject({ answer: 'none' });
});

it("shows a past event's time in its own and in the device's zone, and offers no reply", async () => {
  const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = timeIn('Asia/Almaty', Date.now()) === timeIn(deviceZone, Date.now()) ? 'UTC' : 'Asia/Almaty';
  const event = makeEvent({ time_zone: zone, starts_at: hoursFromNow(-5), ends_at: hoursFromNow(-3) });
  await showAt(`/events/view/${event.id}`, [event]);
  expect(await screen.findByText('Your time')).toBeTruthy();
  expect(screen.getByText('Local time').nextSibling?.textContent).toContain(timeIn(zone, Date.parse(event.starts_at)));
  expect(screen.getByText('This event is over.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Going' })).toBeNull();
});

it('shows the date of an event once if the event starts and ends on the same day', async () => {
  const day = (days: number, time: string): string => new Date(`2026-05-0${3 + days}T${time}`).toISOString();
  for (const [ends_at, date, span] of [
    [day(0, '20:30'), 'Sunday 3 May', '18:30–20:30'],
    [day(1, '01:30'), 'Sunday', '03 May 18:30 – 04 May 01:30'],
  ] as const) {
    const event = makeEvent({ starts_at: day(0, '18:30'), ends_at });
    await showAt(`/events/view/${event.id}`, [event]);
    expect((await screen.findByText(span)).closest('time')?.textContent).toBe(`${date}, ${span}`);
    cleanup();
  }
});

it("shows the local date of an event only once, even if it differs from the user's date", async () => {
  // The first time zone to reach a day: there, this event is on the next day.
  const zone = 'Pacific/Kiritimati';
  const [starts_at, ends_at] = ['22:50', '23:50'].map((time) => new Date(`2026-05-03T${time}`).toISOString());
  const event = makeEvent({ time_zone: zone, starts_at: starts_at!, ends_at: ends_at! });
  await showAt(`/events/view/${event.id}`, [event]);
  const [start, end] = [Date.parse(event.starts_at), Date.parse(event.ends_at)];
  const span = `${formatShortDate(dateIn(zone, start))} ${timeIn(zone, start)}–${timeIn(zone, end)}`;
  expect((await screen.findByText('Local time')).nextSibling?.textContent).toContain(`${span},`);
});

it('exports an event to a calendar file', async () => {
  const event = makeEvent({ title: 'Tea/Talk: what?' });
  const savedFiles = stubFileUrls();
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await showAt(`/events/view/${event.id}`, [event]);
  fireEvent.click(await screen.findByRole('button', { name: 'Add to calendar' }));
  await waitFor(() => expect(click).toHaveBeenCalled());
  expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('Tea Talk what.ics');
  expect(savedFiles[0]?.type).toContain('text/calendar');
});

it('writes times, escaped text and a reminder into the calendar file', async () => {
  const event = makeEvent({
    title: 'Tea, talk',
    starts_at: '2026-05-03T16:30:00.000Z',
    ends_at: '2026-05-03T18:30:00.000Z',
    place: 'Library; room 2',
  });
  const options = {
    text: 'Tea,\nand time',
    url: 'https://example.org/e',
    now: Date.parse('2026-05-01T08:00:00.000Z'),
    alarms: [60],
  };
  const file = (await calendarFile(event, options)).replaceAll('\r\n ', '');
  const lines = file.split('\r\n');
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  for (const line of [
    `UID:${event.id}@haversack`,
    'DTSTAMP:20260501T080000Z',
    'DTSTART:20260503T163000Z',
    'DTEND:20260503T183000Z',
    'SUMMARY:Tea\\, talk',
    'LOCATION:Library\\; room 2',
    'DESCRIPTION:Tea\\,\\nand time',
    'URL:https://example.org/e',
    'TRIGGER:-PT1H',
    'END:VCALENDAR',
  ])
    expect(lines).toContain(line);
  expect(fileName('///')).toBe('event.ics');
});

it("groups events by days in this device's time zone and shows a running event under today", () => {
  const now = new Date(2026, 4, 3, 10).getTime();
  const at = (day: number, hour: number) => new Date(2026, 4, day, hour).toISOString();
  const card = (starts_at: string, ends_at: string) => ({
    ...makeEvent({ starts_at, ends_at }),
    cover: undefined,
    answer: 'none' as const,
    badge: undefined,
  });
  const days = groupByDay(
    [card(at(2, 9), at(4, 9)), card(at(3, 18), at(3, 20)), card(at(4, 8), at(4, 9)), card(at(9, 8), at(9, 9))],
    now,
  );
  expect(days.map(({ kind, events }) => [kind, events.length])).toEqual([
    ['today', 2],
    ['tomorrow', 1],
    ['other', 1],
  ]);
  expect(formatSpan(at(3, 18), at(3, 20))).toBe('18:00–20:00');
  expect(formatSpan(at(3, 18), at(4, 9))).toBe('03 May 18:00 – 04 May 09:00');
});

it('shows important news and the next events on the dashboard', async () => {
  const ports = freshPorts();
  db = await openPhone(ports, {}, { last_fetched_at: hoursFromNow(-1) });
  await db.events.put(makeEvent({ title: 'Open evening' }));
  await db.news.bulkPut([makeNews({ title: 'We move', is_important: true }), makeNews({ title: 'Plain' })]);
  await showApp('/dashboard', ports);
  expect(await screen.findByRole('region', { name: 'Important news' })).toBeTruthy();
  const events = await screen.findByRole('region', { name: 'Upcoming events' });
  expect(within(events).getByText('Open evening')).toBeTruthy();
  expect(screen.queryByText('Plain')).toBeNull();
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openLogCall } from '../../src/components/call/log-call.ts';
import { makeLinkedContact } from './call-maker.ts';
import { typeDate } from './controls.ts';
import { CONTACT } from './entry-maker.ts';
import { db, readQueuedWrites, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { suggestedTime } from './suggested-time.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

stubOfflineAccount(account);

const allDay = [{ from: '00:00', to: '24:00' }];
/** Working hours without a day off, so that the suggested times do not depend on the weekday. */
const work_times = {
  zone: 'Europe/Berlin',
  days: { MON: allDay, TUE: allDay, WED: allDay, THU: allDay, FRI: allDay, SAT: allDay, SUN: allDay },
  exceptions: [],
};

const nameOf = (radio: HTMLElement): string => radio.closest('label')?.textContent ?? '';

it('suggests times for the next contact within working hours, and shows the chosen time as text', async () => {
  await showEmployeeApp('/calls/new', async () => {}, { me: { work_times } });
  const group = within(await screen.findByRole('radiogroup', { name: 'Next contact' }));
  await group.findByRole('radio', { name: 'Tomorrow 09:00' });
  const names = group.getAllByRole('radio').map(nameOf);
  expect(names[0]).toBe('None');
  expect(names.at(-1)).toBe('Pick…');
  expect(names).toEqual(expect.arrayContaining(['Tomorrow 09:00', 'In a week, 09:00']));
  fireEvent.click(group.getByRole('radio', { name: 'Tomorrow 09:00' }));
  expect(await screen.findByText(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d\d \w+ 09:00$/)).toBeTruthy();
  fireEvent.click(group.getByRole('radio', { name: 'None' }));
  await waitFor(() => expect(screen.queryByText(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d\d/)).toBeNull());
});

it('shows a picked date and time for the next contact as text', async () => {
  await showEmployeeApp('/calls/new', async () => {}, { me: { work_times } });
  fireEvent.click(await screen.findByRole('radio', { name: 'Pick…' }));
  const group = within(screen.getByRole('radiogroup', { name: 'Next contact' }).parentElement!);
  await typeDate(group.getByRole('group', { name: 'Date and time' }), '2027-05-03T14:20');
  expect(await screen.findByText('Mon 03 May 14:20')).toBeTruthy();
});

it('plans the next contact at a time that was chosen before the result of the call', async () => {
  await showEmployeeApp('/staff-dashboard', (phone) => phone.contacts.put(makeLinkedContact({ linked_user_id: null })));
  await waitFor(() => expect(openLogCall({ contact: CONTACT })).toBe(true));
  const sheet = within(await screen.findByRole('dialog', { name: 'How did the call with Jonas Weber go?' }));
  fireEvent.click(sheet.getByRole('radio', { name: 'Pick…' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Reached' }));
  expect(await sheet.findByText('Please, select start time')).toBeTruthy();
  expect(await db.interactions.count()).toBe(0);
  fireEvent.click(sheet.getByRole('radio', { name: /^In a week, / }));
  fireEvent.click(sheet.getByRole('button', { name: 'Reached' }));
  const row = { result: 'reached', follow_up_at: suggestedTime('week') };
  await waitFor(async () => expect(await db.interactions.toArray()).toMatchObject([row]));
  await waitFor(async () => expect((await readQueuedWrites()).at(-1)?.[0]).toBe('task.create'));
});

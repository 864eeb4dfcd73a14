import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { Me } from '../../contract/entities/me.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import { contactRow } from '../helpers/contact-row.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { setSearchedDatabase } from './fake-search.ts';
import { hoursFromNow } from './news-maker.ts';
import { makePerson, makeWaitingLead } from './people-maker.ts';
import { makeStaffTicket } from './staff-ticket-maker.ts';
import { makeTask } from './task-maker.ts';

export const ZOE = '0198c000-0000-7000-8000-00000000e002';
export const CLARA = '0198c000-0000-7000-8000-00000000c0de';

/** Gives the window the width of a desktop, on which the palette is available. */
export function stubDesktopWidth(): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('min-width: 720px'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

export type Setup = { me?: Partial<Me>; status?: Partial<SyncStatus>; at?: string };

/** Shows a screen on a desktop and opens the palette with Ctrl+K. */
export async function showPalette({ me = { is_staff: true }, status = {}, at = '/more' }: Setup = {}) {
  const ports = freshPorts();
  const db = await openPhone(ports, me, { connection: 'offline', last_fetched_at: hoursFromNow(-1), ...status });
  await db.people.bulkPut([
    makePerson({ updated_at: hoursFromNow(-1) }),
    makePerson({
      id: ZOE,
      first_name: 'Zoe',
      last_name: 'Ivanova',
      phone: null,
      city: 'Bonn',
      updated_at: hoursFromNow(-3),
    }),
  ]);
  await db.waiting_leads.put(makeWaitingLead({ first_name: 'Ivanka' }));
  await db.contacts.put(contactRow({ id: CLARA, first_name: 'Clara', last_name: 'Ivens' }));
  await db.tasks.put(makeTask({ title: 'Call Ivan about the lesson', linked_name: null }));
  await db.staff_tickets.put(makeStaffTicket({ subject: 'Ivan cannot log in' }));
  await db.lessons.put({
    ...{ id: CLARA, rev: 1, category_id: CLARA, title: 'Ivan the writer', language: 'en', position: 1 },
    ...{ duration_min: 5, free: true, body: '', media: [] },
  });
  setSearchedDatabase(db);
  const { path } = await showApp(at, ports);
  await screen.findAllByRole('heading', { level: 1 });
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(screen.getByRole('combobox')).toBeTruthy();
  });
  return { path, db };
}

export const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
export const type = (value: string): boolean => fireEvent.change(field(), { target: { value } });
export const press = (key: string, more: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(field(), { key, ...more });
export const groupNames = (): (string | undefined)[] =>
  screen
    .getAllByRole('group')
    .map((group) => document.getElementById(group.getAttribute('aria-labelledby')!)?.textContent ?? undefined);
export const optionsIn = (name: string): (string | null)[] =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map((option) => option.querySelector('[class*="name"]')!.textContent);
export const activeOptionText = (): string | null | undefined =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.querySelector('[class*="name"]')
    ?.textContent;

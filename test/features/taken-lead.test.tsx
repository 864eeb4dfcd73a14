import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { db, press, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { hoursFromNow } from './news-maker.ts';
import { makePerson, makeWaitingLead } from './people-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

stubOfflineAccount(account);

const OTHER = '0198c000-0000-7000-8000-00000000e102';
const MARIA = makeWaitingLead();

it('keeps the row and the focus of a lead that was just taken, and offers to call', async () => {
  const other = makeWaitingLead({ id: OTHER, first_name: 'Karla', waiting_since: hoursFromNow(-1) });
  await showEmployeeApp('/leads?tab=waiting', (phone) => phone.waiting_leads.bulkPut([MARIA, other]));
  const request = await screen.findByRole('button', { name: 'Request Maria' });
  act(() => request.focus());
  fireEvent.click(request);
  const list = screen.getByRole('list', { name: 'Waiting leads', hidden: true });
  const counts: number[] = [];
  const observer = new MutationObserver(() => counts.push(list.querySelectorAll('li').length));
  observer.observe(list, { childList: true, subtree: true });
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Request' }));
  await screen.findByRole('button', { name: 'Withdraw' });
  // The server grants the request. The person arrives with the next pull.
  const [entry] = await db.outbox.toArray();
  await db.transaction('rw', db.outbox, db.history, db.waiting_leads, async () => {
    await db.outbox.clear();
    await db.history.put({ ...entry!, server_time: new Date().toISOString(), rev: 9 });
    await db.waiting_leads.delete(MARIA.id);
  });
  const pending = await screen.findByText('Requested');
  expect(screen.queryByRole('button', { name: 'Request Maria' })).toBeNull();
  await waitFor(() => expect(document.activeElement?.contains(pending)).toBe(true));
  await db.people.put(makePerson({ id: MARIA.id, first_name: 'Maria', last_name: 'Kern' }));
  const link = await screen.findByRole('link', { name: /^Maria is yours/ });
  expect(link.getAttribute('href')).toBe(`/user/view-details/${MARIA.id}`);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Call Maria' })));
  observer.disconnect();
  expect(new Set(counts)).toEqual(new Set([2]));
  const rows = within(list).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Maria is yours'),
    expect.stringContaining('Karla'),
  ]);
  await db.waiting_leads.delete(OTHER);
  await waitFor(() => expect(screen.queryByText('Karla')).toBeNull());
  expect(screen.queryByText('No leads are waiting.')).toBeNull();
});

it('removes the row of a lead that another employee got, even if the request was discarded', async () => {
  const other = makeWaitingLead({ id: OTHER, first_name: 'Karla', waiting_since: hoursFromNow(-1) });
  await showEmployeeApp('/leads?tab=waiting', (phone) => phone.waiting_leads.bulkPut([MARIA, other]));
  await press('Request Maria');
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Request' }));
  await screen.findByRole('button', { name: 'Withdraw' });
  await db.transaction('rw', db.outbox, db.base, db.waiting_leads, async () => {
    await db.outbox.toCollection().modify({ state: 'rejected', error: { status: 409, code: 'taken', at: Date.now() } });
    await db.base.toCollection().modify({ row: null });
    await db.waiting_leads.delete(MARIA.id);
  });
  await screen.findByText(/took Maria|already taken/);
  const list = within(screen.getByRole('list', { name: 'Waiting leads' }));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
  await press('Dismiss: Maria');
  await waitFor(() => expect(screen.queryByText(/took Maria|already taken/)).toBeNull());
  expect(await db.outbox.count()).toBe(0);
  expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([expect.stringContaining('Karla')]);
  expect(screen.queryByText('Requested')).toBeNull();
});

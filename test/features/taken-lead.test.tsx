import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { db, press, stubOfflineAccount, showAt } from './people-app.ts';
import { inHours } from './news-maker.ts';
import { makePerson, makeWaitingLead } from './people-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

stubOfflineAccount(account);

const OTHER = '0198c000-0000-7000-8000-00000000e102';
const MARIA = makeWaitingLead();

it("says in the row of a requested lead that the lead is now the user's, and links to the call and the person", async () => {
  const other = makeWaitingLead({ id: OTHER, first_name: 'Karla', waiting_since: inHours(-1) });
  await showAt('/leads?tab=waiting', (phone) => phone.waiting_leads.bulkPut([MARIA, other]));
  await press('Request Maria');
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Request' }));
  await screen.findByRole('button', { name: 'Withdraw' });
  await db.outbox.clear();
  await db.waiting_leads.delete(MARIA.id);
  await db.people.put(makePerson({ id: MARIA.id, first_name: 'Maria', last_name: 'Kern' }));
  const link = await screen.findByRole('link', { name: /^Maria is yours/ });
  expect(link.getAttribute('href')).toBe(`/user/view-details/${MARIA.id}`);
  expect(screen.getByRole('link', { name: 'Call Maria' })).toBeTruthy();
  const rows = within(screen.getByRole('list', { name: 'Waiting leads' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Maria is yours'),
    expect.stringContaining('Karla'),
  ]);
  await db.waiting_leads.delete(OTHER);
  await waitFor(() => expect(screen.queryByText('Karla')).toBeNull());
  expect(screen.queryByText('No leads are waiting.')).toBeNull();
});

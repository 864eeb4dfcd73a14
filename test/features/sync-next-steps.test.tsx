import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makeEntry } from './entry-maker.ts';
import { makeWaitingLead } from './people-maker.ts';
import { makeStaffTicket } from './staff-ticket-maker.ts';
import { showSyncCentre } from './sync-centre-app.ts';

it('offers the next waiting lead by name after another employee got the requested lead', async () => {
  const error = { status: 409, code: 'taken' as const, at: 0, fields: { by: 'Olga', at: new Date().toISOString() } };
  const lead = { kind: 'lead.take', entity: 'waiting_leads', title: 'Pavel', args: {} } as const;
  const db = await showSyncCentre([makeEntry(1, { ...lead, state: 'rejected', error })], undefined, {
    fill: (phone) => phone.waiting_leads.put(makeWaitingLead({ first_name: 'Marek' })),
  });
  const tray = await screen.findByRole('list', { name: 'Needs you' });
  fireEvent.click(await within(tray).findByRole('button', { name: 'Request Marek' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Request' }));
  await waitFor(async () => {
    const entries = await db.outbox.toArray();
    expect(entries).toMatchObject([{ kind: 'lead.take', title: 'Marek', state: 'queued' }]);
  });
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Needs you' })).toBeNull());
});

it.each([
  ['excluded', 'Request Marek'],
  ['lead_state', 'Request Marek'],
  ['not_found', 'Request Marek'],
  ['request_old', 'Yes, request Pavel'],
  ['limit_reached', null],
] as const)(
  'after a lead request was refused with %s, the next step is the button %s (null: a link to the leads)',
  async (code, step) => {
    const lead = { kind: 'lead.take', entity: 'waiting_leads', title: 'Pavel', args: {} } as const;
    await showSyncCentre(
      [makeEntry(1, { ...lead, state: 'rejected', error: { status: 409, code, at: 0 } })],
      undefined,
      {
        fill: (phone) => phone.waiting_leads.put(makeWaitingLead({ first_name: 'Marek' })),
      },
    );
    const tray = within(await screen.findByRole('list', { name: 'Needs you' }));
    if (step === null) expect(tray.queryByRole('button', { name: /equest / })).toBeNull();
    else expect(await tray.findByRole('button', { name: step })).toBeTruthy();
    expect(tray.queryByRole('link', { name: 'Open leads' }) !== null).toBe(step === null);
  },
);

it('names the employee who took a requested ticket, and the next ticket', async () => {
  const error = {
    status: 409,
    code: 'ticket_taken',
    at: 0,
    fields: { by: 'Olga', at: new Date().toISOString() },
  } as const;
  const lost = {
    kind: 'ticket.take',
    entity: 'staff_tickets',
    title: 'No sound',
    args: {},
    state: 'rejected',
  } as const;
  const free = makeStaffTicket({ access: 'free', state: 'new', subject: 'A bill' });
  await showSyncCentre([makeEntry(1, { ...lost, error })], undefined, {
    fill: (phone) => phone.staff_tickets.put(free),
  });
  const tray = within(await screen.findByRole('list', { name: 'Needs you' }));
  expect(tray.getByText(/^Olga took No sound at \d\d:\d\d\.$/)).toBeTruthy();
  const next = await tray.findByRole('link', { name: 'Next ticket: A bill' });
  expect(next.getAttribute('href')).toBe(`/user/new-request/${free.id}`);
});

it('links to the unassigned tickets if another employee got the requested ticket and there is no next one', async () => {
  const error = { status: 409, code: 'ticket_taken', at: 0 } as const;
  const lost = {
    kind: 'ticket.take',
    entity: 'staff_tickets',
    title: 'No sound',
    args: {},
    state: 'rejected',
  } as const;
  await showSyncCentre([makeEntry(1, { ...lost, error })]);
  const link = await screen.findByRole('link', { name: 'Open tickets' });
  expect(link.getAttribute('href')).toBe('/tickets?list=free');
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Me } from '../../contract/entities/me.ts';
import { MAX_COUNT } from '../../src/app/nav-counts.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { newId } from '../helpers/phone.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import { stubDesktopWidth } from './palette-app.ts';
import { makeWaitingLead } from './people-maker.ts';
import { makeStaffTicket } from './staff-ticket-maker.ts';
import { makeTask } from './task-maker.ts';

vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account: async () => ({ ok: false, why: 'offline' }) } }));
vi.mock('../../src/bridge/search.ts', () => import('./fake-search.ts'));

let db: PhoneDb;

async function show(me: Partial<Me>, at = '/more'): Promise<void> {
  const ports = freshPorts();
  db = await openPhone(ports, me, { connection: 'offline', last_fetched_at: hoursFromNow(-1) });
  await db.tasks.bulkPut([
    makeTask({ start_at: hoursFromNow(-30) }),
    makeTask({ state: 'in_progress', start_at: hoursFromNow(-1) }),
    makeTask({ start_at: hoursFromNow(72) }),
    makeTask({ state: 'completed', start_at: hoursFromNow(-1), closed_at: hoursFromNow(-1) }),
  ]);
  await db.waiting_leads.put(makeWaitingLead());
  await db.staff_tickets.bulkPut([
    makeStaffTicket({ id: newId() }),
    makeStaffTicket({ id: newId(), access: 'free', state: 'new' }),
    makeStaffTicket({ id: newId(), access: 'other' }),
    makeStaffTicket({ id: newId(), state: 'waiting_user' }),
    makeStaffTicket({ id: newId(), snooze_until: hoursFromNow(5) }),
  ]);
  await db.notifications.put({
    ...{ id: newId(), rev: 1, kind: 'lead_assigned', target_id: newId(), title: 'Ivan', by_name: '' },
    ...{ created_at: hoursFromNow(-1), read_at: null },
  });
  await showApp(at, ports);
  await screen.findByRole('banner');
}

const rail = () => within(screen.getByRole('banner'));
const inMore = async () => within(await screen.findByRole('list', { name: 'More' }));

describe('the counts of the navigation', () => {
  beforeEach(stubDesktopWidth);

  it('shows employees how many tasks are due today, how many leads wait and how many tickets are open', async () => {
    await show({ is_staff: true });
    expect(await rail().findByRole('link', { name: /^Tasks ?, ?2 ?due today$/ })).toBeTruthy();
    expect(rail().getByRole('link', { name: /^Leads ?, ?1 ?waiting$/ })).toBeTruthy();
    expect(rail().getByRole('link', { name: /^Tickets ?, ?2 ?open$/ })).toBeTruthy();
    expect(rail().getByRole('link', { name: /^Notifications ?, ?1 ?unread$/ })).toBeTruthy();
    expect(rail().getByRole('link', { name: 'Contacts' })).toBeTruthy();
  });

  it('the counts of the navigation change with the rows, are hidden at zero and stop at 99', async () => {
    await show({ is_staff: true });
    await rail().findByRole('link', { name: /^Leads ?, ?1 ?waiting$/ });
    await db.waiting_leads.clear();
    await rail().findByRole('link', { name: 'Leads' });
    expect(MAX_COUNT).toBe(100);
    await db.waiting_leads.bulkPut(Array.from({ length: 99 }, () => makeWaitingLead({ id: newId() })));
    await rail().findByRole('link', { name: /^Leads ?, ?99 ?waiting$/ });
    await db.waiting_leads.put(makeWaitingLead({ id: newId() }));
    await rail().findByRole('link', { name: /^Leads ?, ?99\+ ?waiting$/ });
  });

  it('shows a learner only the number of unread notifications', async () => {
    await show({ is_staff: false });
    await rail().findByRole('link', { name: /^Notifications ?, ?1 ?unread$/ });
    expect(rail().queryByRole('link', { name: /due today|waiting|open/ })).toBeNull();
  });
});

describe('the navigation', () => {
  it('links employees to the imports', async () => {
    stubDesktopWidth();
    await show({ is_staff: true });
    expect((await rail().findByRole('link', { name: 'Imports' })).getAttribute('href')).toBe('/staff/users_imports');
  });

  it('does not link learners to the imports', async () => {
    stubDesktopWidth();
    await show({ is_staff: false });
    await rail().findByRole('link', { name: 'Lessons' });
    expect(rail().queryByRole('link', { name: 'Imports' })).toBeNull();
  });
});

describe('the More screen', () => {
  it('on a wide screen, More lists only what the navigation rail lacks', async () => {
    stubDesktopWidth();
    await show({ is_staff: true });
    const more = await inMore();
    const railLabels = rail()
      .getAllByRole('link')
      .map((link) => link.getAttribute('title'));
    const labels = more.getAllByRole('link').map((link) => link.textContent);
    expect(labels).toEqual(['Downloads', 'Donate', 'Donations', 'Payments']);
    expect(labels.filter((label) => railLabels.includes(label))).toEqual([]);
  });

  it('on a phone, More lists everything that the navigation bar lacks, with the unread count', async () => {
    vi.unstubAllGlobals();
    await show({ is_staff: true });
    const more = await inMore();
    for (const label of ['Tickets', 'Imports', 'Help', 'Settings', 'Downloads'])
      more.getByRole('link', { name: label });
    await waitFor(() =>
      expect(more.getByRole('link', { name: 'Notifications' }).closest('li')?.textContent).toContain('1 unread'),
    );
    expect(await rail().findByRole('link', { name: /^More ?, ?1 ?unread$/ })).toBeTruthy();
  });
});

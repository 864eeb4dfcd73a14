import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type Notification, type NotificationKind, notificationKinds } from '../../contract/entities/notification.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { targetLink } from '../../src/features/inbox/labels.ts';
import { freshPorts, openPhone, showApp, type RenderedApp } from './fake-app.tsx';
import { stubNavigator } from './stub-browser.ts';

const TARGET = '0198c000-0000-7000-8000-0000000000f1';
const id = (number: number) => `0198c000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`;

const makeNotification = (number: number, kind: NotificationKind, more: Partial<Notification> = {}): Notification => ({
  ...{ id: id(number), rev: number, kind, target_id: TARGET, title: `Record ${number}`, by_name: '' },
  ...{ created_at: new Date(Date.now() - 600_000 + number).toISOString(), read_at: null },
  ...more,
});

async function show(rows: readonly Notification[], last_fetched_at: string | null = new Date().toISOString()) {
  const ports = freshPorts();
  const db: PhoneDb = await openPhone(ports, { is_staff: true }, { connection: 'offline', last_fetched_at });
  await db.notifications.bulkPut(rows);
  const app: RenderedApp = await showApp('/inbox', ports);
  await screen.findByRole('heading', { name: 'Notifications', level: 1 });
  return { db, app };
}

describe('the inbox', () => {
  it('lists notifications offline, newest first, with their author and an unread mark', async () => {
    const older = makeNotification(1, 'lead_assigned', { title: 'Helga Berg', by_name: 'Mary Person' });
    await show([older, makeNotification(2, 'task_due', { title: 'Call Ivan', read_at: new Date().toISOString() })]);
    const rows = within(await screen.findByRole('list', { name: 'Notifications' })).getAllByRole('listitem');
    expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual(['Call Ivan', 'Helga Berg']);
    expect(rows[1]!.textContent).toContain('New lead for you · Mary Person');
    expect(rows.map((row) => within(row).queryByText('New') !== null)).toEqual([false, true]);
    expect(screen.getByText('1 unread')).toBeTruthy();
  });

  it('opens the screen of a notification, and queues a write that marks it as read', async () => {
    const { db, app } = await show([makeNotification(1, 'task_assigned')]);
    fireEvent.click(await screen.findByRole('link', { name: 'Record 1' }));
    await waitFor(() => expect(app.path()).toBe(`/tasks/${TARGET}`));
    await waitFor(async () => expect((await db.notifications.get(id(1)))?.read_at).toBeTruthy());
    expect((await db.outbox.toArray()).map(({ kind, entity_id }) => [kind, entity_id])).toEqual([
      ['notification.read', id(1)],
    ]);
  });

  it('the button "Mark all read" writes only for unread notifications', async () => {
    const { db } = await show([
      makeNotification(1, 'task_due'),
      makeNotification(2, 'task_overdue', { read_at: new Date().toISOString() }),
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all read' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all read' })).toBeNull());
    expect((await db.outbox.toArray()).map(({ entity_id }) => entity_id)).toEqual([id(1)]);
  });

  it('says that there are no notifications yet', async () => {
    await show([]);
    expect(await screen.findByText('No notifications yet.')).toBeTruthy();
  });

  it('says before the first sync that notifications have not synced yet', async () => {
    await show([], null);
    expect(await screen.findByText("Notifications haven't synced to this device yet.")).toBeTruthy();
  });

  it('shows the number of unread notifications in the menu and as the app badge', async () => {
    const setAppBadge = vi.fn<(count: number) => Promise<void>>().mockResolvedValue();
    stubNavigator('setAppBadge', setAppBadge);
    const { db } = await show([makeNotification(1, 'task_due'), makeNotification(2, 'ticket_replied')]);
    const menu = within(screen.getByRole('navigation', { name: 'Main menu' }));
    const item = await menu.findByRole('link', { name: /^Notifications.*unread$/ });
    expect(item.textContent).toContain('2');
    await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(2));
    await db.notifications.update(id(1), { read_at: new Date().toISOString() });
    await waitFor(() => expect(setAppBadge).toHaveBeenLastCalledWith(1));
  });

  it('says how many people were assigned by an import, from which file and by whom', async () => {
    await show([makeNotification(1, 'people_imported', { title: 'leads.csv', by_name: 'Mary Person', count: 12 })]);
    expect(await screen.findByRole('link', { name: /12 new people for you/ })).toBeTruthy();
    expect(screen.getByText('Import of leads.csv · Mary Person')).toBeTruthy();
  });

  it.each(notificationKinds)('a notification of the kind %s links to its screen', (kind) => {
    const expected: Record<NotificationKind, string> = {
      lead_assigned: '/user/view-details/$personId',
      lead_withdrawn: '/leads',
      lead_returning: '/user/view-details/$personId',
      lead_returned: '/leads',
      people_imported: '/people',
      ticket_answered: '/help/$ticketId',
      ticket_replied: '/user/new-request/$ticketId',
      task_due: '/tasks/$taskId',
      task_overdue: '/tasks/$taskId',
      task_assigned: '/tasks/$taskId',
      handover_offered: '/sync',
    };
    const link = targetLink({ kind, target_id: TARGET });
    expect(link.to).toBe(expected[kind]);
    if (link.to.includes('$')) expect(Object.values('params' in link ? link.params : {})).toEqual([TARGET]);
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import { CONTACT, makeContact } from './entry-maker.ts';
import { db, press, readQueuedWrites, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { hoursFromNow } from './news-maker.ts';
import { makeTask } from './task-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

stubOfflineAccount(account);

const showContact = (connection: 'online' | 'offline') =>
  showEmployeeApp(`/contacts/${CONTACT}`, (phone) => phone.contacts.put(makeContact()), { status: { connection } });

it('a toast says that an offline deletion of a contact is not sent yet, and can undo it', async () => {
  await showContact('offline');
  await press('Delete contact');
  expect(await screen.findByText('Contact deleted on this device. Will be sent.')).toBeTruthy();
  expect(screen.queryByText('Contact deleted')).toBeNull();
  await press('Undo');
  await waitFor(async () => expect(await readQueuedWrites()).toEqual([]));
  expect(await db.contacts.get(CONTACT)).toBeTruthy();
});

/** Makes the server accept the only write in the outbox. */
async function acknowledge(): Promise<void> {
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  const { op_id, kind, entity, entity_id, title, at_client } = (await db.outbox.toCollection().first())!;
  const line = { op_id, kind, entity, entity_id, title, at_client, rev: 8, background: 0 } as const;
  await db.history.add({ ...line, server_time: new Date().toISOString() });
  await db.outbox.clear();
}

it('a toast says that settings are saved once the server has them, or will be sent while offline', async () => {
  await showEmployeeApp('/profile/settings', async () => {}, { status: { connection: 'online' } });
  fireEvent.click(await screen.findByRole('radio', { name: 'Dark' }));
  await acknowledge();
  expect(await screen.findByText('Changes saved')).toBeTruthy();
  await saveStatus(db, { connection: 'offline' });
  fireEvent.click(screen.getByRole('radio', { name: 'Light' }));
  expect(await screen.findByText('Saved on this device. Will be sent.')).toBeTruthy();
});

it('a toast says that a contact is deleted once the server has done so, and can still undo it', async () => {
  await showContact('online');
  await press('Delete contact');
  await acknowledge();
  expect(await screen.findByText('Contact deleted')).toBeTruthy();
  await press('Undo');
  await waitFor(async () => expect((await readQueuedWrites()).map(([name]) => name)).toEqual(['contact.restore']));
});

it('a toast says that the result of a task finished offline is not sent yet', async () => {
  const started = hoursFromNow(-1);
  const running = makeTask({ title: 'Visit', type: 'meet', state: 'in_progress', start_at: started });
  await showEmployeeApp(`/tasks/${running.id}`, (phone) =>
    phone.tasks.put({ ...running, slices: [{ from: started, to: null }] as never }),
  );
  await press('Finish');
  const sheet = within(await screen.findByRole('dialog', { name: 'How did it go?' }));
  fireEvent.click(sheet.getByRole('radio', { name: 'Took place' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Save result' }));
  expect(await screen.findByText('Finished on this device. Will be sent.')).toBeTruthy();
  expect(screen.queryByText('Finished')).toBeNull();
});

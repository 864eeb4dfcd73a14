import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Task } from '../../contract/entities/task.ts';
import { RootLoading } from '../../src/app/root-loading.tsx';
import { sync } from '../../src/bridge/sync.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { chooseOption, typeDate } from './controls.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { makeTask } from './task-maker.ts';

async function showAt(path: string, tasks: readonly Task[] = []): Promise<PhoneDb> {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true }, { last_fetched_at: new Date().toISOString() });
  await db.tasks.bulkPut([...tasks]);
  await showApp(path, ports);
  return db;
}

/** Marks the first waiting write as accepted by the server. */
async function acceptFirst(from: PhoneDb): Promise<void> {
  const entry = await waitFor(async () => {
    const [first] = await from.outbox.toArray();
    if (!first) throw new Error('nothing was written');
    return first;
  });
  const { op_id, kind, entity, entity_id, background } = entry;
  const line = { title: '', at_client: 1, server_time: new Date().toISOString(), rev: 2 };
  await from.history.put({ op_id, kind, entity, entity_id, background, ...line });
}

const press = async (name: string | RegExp) =>
  fireEvent.click((await screen.findAllByRole('button', { name })).at(-1)!);
const write = async (name: RegExp, value: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } });

it('the loading screen of the app is labelled "Loading"', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  render(
    <I18nProvider i18n={i18n}>
      <RootLoading />
    </I18nProvider>,
  );
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
});

it("confirms an updated profile after the server's acknowledgement", async () => {
  const phone = await showAt('/profile/edit');
  await write(/^City/, 'Bonn');
  await press('Save');
  await acceptFirst(phone);
  await screen.findByText('Profile successfully updated');
});

it('shows an error for a setting that cannot be stored', async () => {
  const phone = await showAt('/profile/settings');
  const dark = await screen.findByText('Dark');
  await phone.delete();
  fireEvent.click(dark);
  await screen.findByText('An error occurred');
});

it("confirms a created help request after the server's acknowledgement", async () => {
  const phone = await showAt('/help/new');
  await chooseOption(/What is it about/, 'Problem');
  await write(/^Subject/, 'No sound');
  await write(/^Message/, 'The film is silent');
  await press('Send');
  await acceptFirst(phone);
  await screen.findByText('Ticket created successfully');
});

it('requires a start for a task and confirms its creation after the acknowledgement', async () => {
  vi.spyOn(sync, 'fetchPage').mockResolvedValue({ ok: true });
  const phone = await showAt('/tasks');
  await press('Add task');
  const sheet = await screen.findByRole('dialog');
  fireEvent.click(await within(sheet).findByText('Meeting'));
  await write(/^Title/, 'Meet the group');
  fireEvent.click(within(sheet).getByText('Date and time'));
  await press('Add task');
  await screen.findByText('Please, select start time');
  fireEvent.click(within(sheet).getByText('1 hour'));
  await press('Add task');
  await acceptFirst(phone);
  await screen.findByText('Task created');
});

it('rejects working time of a finished task that ends before it starts', async () => {
  const start_at = new Date(Date.now() - 3_600_000).toISOString();
  await showAt('/tasks', [makeTask({ start_at, assignee_id: ANNA, author_id: ANNA })]);
  fireEvent.click(await screen.findByRole('link', { name: 'Call Anna P.' }));
  await press(/^(Finish|Log)/);
  const sheet = await screen.findByRole('dialog');
  fireEvent.click(within(sheet).getByText('Reached'));
  await typeDate('Worked to', '2026-01-01T08:00');
  await press('Save result');
  await screen.findByText('Incorrect time from and time to');
});

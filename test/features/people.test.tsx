import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { promptAboutCall } from '../../src/components/call/call-intent.ts';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { chooseOption } from './controls.ts';
import { makeIntent } from './call-maker.ts';
import { ANNA } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import {
  db,
  IVAN_PATH,
  press,
  readQueuedWrites,
  listRowsOf,
  stubOfflineAccount,
  showEmployeeApp,
} from './people-app.ts';
import { IVAN, makeEmployee, makeEvent, makePerson, OLGA } from './people-maker.ts';
import { stubClipboard } from './stub-browser.ts';
import { makeTask } from './task-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));
vi.mock('../../src/bridge/search.ts', () => import('./idle-search.ts'));

stubOfflineAccount(account);

async function openMore(name: string) {
  await press('More');
  fireEvent.click(await screen.findByRole('menuitem', { name }));
}

const ivan =
  (change: Parameters<typeof makePerson>[0] = {}) =>
  (phone: PhoneDb) =>
    phone.people.put(makePerson(change));

const at = hoursFromNow(-4);
const CALL = {
  id: '0198c000-0000-7000-8000-00000000e301',
  rev: 1,
  contact_id: null,
  user_id: IVAN,
  phone_raw: null,
  kind: 'call' as const,
  direction: 'out' as const,
  at,
  duration_s: 60,
  result: 'reached' as const,
  note: 'Wants to come',
  follow_up_at: null,
  task_id: null,
  author_id: OLGA,
  author_name: 'Olga Kern',
  created_at: at,
  updated_at: at,
};

it('shows calls, tasks, notes and changes in one timeline with a filter in the URL', async () => {
  const { path } = await showEmployeeApp(IVAN_PATH, async (phone) => {
    await phone.people.put(makePerson());
    await phone.interactions.put(CALL as never);
    await phone.person_events.bulkPut([
      makeEvent(),
      makeEvent({ id: OLGA, kind: 'status', at: hoursFromNow(-9), detail: { from: 'waiting', to: 'processing' } }),
    ]);
    const closed = { state: 'completed', result: 'held', closed_at: hoursFromNow(-6), linked_user_id: IVAN } as const;
    await phone.tasks.bulkPut([
      makeTask({ title: 'Visit', type: 'meet', ...closed }),
      makeTask({ title: 'Call again', linked_user_id: IVAN, start_at: hoursFromNow(20) }),
    ]);
  });
  const rows = await listRowsOf('History');
  expect(rows).toHaveLength(4);
  expect(rows[0]).toMatch(/Note.*you.*Likes to be called in the evening/);
  expect(rows[1]).toMatch(/Reached.*Wants to come/);
  expect(rows[2]).toMatch(/Visit.*Took place/);
  expect(rows[3]).toMatch(/Status: Processing/);
  expect((await listRowsOf('Next'))[0]).toContain('Call again');
  fireEvent.click(screen.getByRole('link', { name: 'Notes' }));
  await waitFor(() => expect(path()).toBe(`${IVAN_PATH}?show=notes`));
  await waitFor(async () => expect(await listRowsOf('History')).toHaveLength(1));
});

it('loads the long history of a person page by page', async () => {
  await showEmployeeApp(IVAN_PATH, async (phone) => {
    await phone.people.put(makePerson());
    const ids = Array.from({ length: 40 }, (_, index) => `0198c000-0000-7000-8000-0000000f${1000 + index}`);
    await phone.person_events.bulkPut(ids.map((id, index) => makeEvent({ id, at: hoursFromNow(-index - 1) })));
  });
  await waitFor(async () => expect(await listRowsOf('History')).toHaveLength(30));
  await press('Show more');
  await waitFor(async () => expect(await listRowsOf('History')).toHaveLength(40));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('keeps the draft of a note, queues the note, and removes it from the queue on Undo', async () => {
  await showEmployeeApp(IVAN_PATH, ivan());
  await press('Save note');
  expect(await screen.findByText('This field cannot be empty')).toBeTruthy();
  const box = screen.getByRole('textbox', { name: 'Write a note' });
  fireEvent.change(box, { target: { value: 'Has two dogs' } });
  expect((await db.meta.get(`draft:note:${IVAN}`))?.value).toMatchObject({ text: 'Has two dogs' });
  await press('Save note');
  await waitFor(async () => expect((await listRowsOf('History'))[0]).toMatch(/Note.*Has two dogs.*Not sent yet/));
  expect(await readQueuedWrites()).toEqual([
    ['person.note', expect.objectContaining({ person_id: IVAN, text: 'Has two dogs' })],
  ]);
  expect(await db.meta.get(`draft:note:${IVAN}`)).toBeUndefined();
  await press('Undo');
  await waitFor(async () => expect(await readQueuedWrites()).toEqual([]));
});

it('holds back a note until the unsent lead it belongs to is sent', async () => {
  await showEmployeeApp('/leads/new', async () => {});
  const type = (name: RegExp, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  await screen.findByRole('textbox', { name: /^First name/ });
  type(/^First name/, 'Nina');
  type(/^Email/, 'nina@example.org');
  await press('Add lead');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Write a note' }), { target: { value: 'Quick' } });
  await press('Save note');
  await waitFor(async () => expect(await db.outbox.count()).toBe(2));
  const [create, note] = await db.outbox.orderBy('seq').toArray();
  expect(note?.deps).toEqual([create?.op_id]);
});

it('a lead can be activated, closed with a reason and reopened on one screen', async () => {
  await showEmployeeApp(IVAN_PATH, async (phone) => {
    await phone.people.put(makePerson());
    await phone.tasks.put(makeTask({ title: 'Call again', linked_user_id: IVAN, start_at: hoursFromNow(20) }));
  });
  await press('Mark active');
  expect(await screen.findByText('Active')).toBeTruthy();
  await openMore('Close lead');
  const sheet = within(await screen.findByRole('dialog', { name: 'Close lead Ivan Petrov?' }));
  expect(sheet.getByText('1 open task with them will be cancelled.')).toBeTruthy();
  fireEvent.click(sheet.getByRole('radio', { name: 'Something else' }));
  fireEvent.change(sheet.getByRole('textbox'), { target: { value: 'x' } });
  pressLast(sheet, 'Close lead');
  expect(await sheet.findByText('Write a little more')).toBeTruthy();
  fireEvent.click(sheet.getByRole('radio', { name: 'Not interested' }));
  pressLast(sheet, 'Close lead');
  expect(await screen.findByText('Not active')).toBeTruthy();
  await press('Reopen');
  expect(await screen.findByText('Processing')).toBeTruthy();
  expect((await readQueuedWrites()).map(([kind]) => kind)).toEqual(['lead.activate', 'lead.close', 'lead.reopen']);
});

/**
 * Presses the last button with this name, because the close button of a sheet may have the same name as its main
 * button.
 */
function pressLast(sheet: ReturnType<typeof within>, name: string): void {
  fireEvent.click(sheet.getAllByRole('button', { name }).at(-1)!);
}

it('suggests closing a lead after the third unanswered call in a row', async () => {
  const silent = { ...CALL, result: 'no_answer' };
  const { path } = await showEmployeeApp(IVAN_PATH, async (phone) => {
    await phone.people.put(makePerson());
    await phone.interactions.bulkPut([silent, { ...silent, id: OLGA, at: hoursFromNow(-3) }] as never);
    await promptAboutCall(phone, makeIntent({ contact_id: null, user_id: IVAN, name: 'Ivan Petrov' }));
  });
  const call = within(await screen.findByRole('dialog', { name: 'How did the call with Ivan Petrov go?' }));
  fireEvent.click(call.getByRole('radio', { name: 'No answer' }));
  fireEvent.click(call.getByRole('button', { name: 'Save call' }));
  expect(await screen.findByText('No answer three times in a row.')).toBeTruthy();
  await press('Close lead');
  const sheet = within(await screen.findByRole('dialog', { name: 'Close lead Ivan Petrov?' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(path()).toBe(IVAN_PATH));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('reassigns a person with a note, and offers neither the current employee nor a blocked one', async () => {
  await showEmployeeApp(IVAN_PATH, async (phone) => {
    await phone.people.put(makePerson());
    await phone.employees.bulkPut([
      makeEmployee(),
      makeEmployee({ id: ANNA, name: 'Anna Berg' }),
      makeEmployee({ id: CARL, name: 'Carl Out', is_blocked: true }),
    ]);
  });
  await openMore('Reassign');
  const sheet = within(await screen.findByRole('dialog', { name: /^Reassign Ivan/ }));
  pressLast(sheet, 'Reassign');
  expect(await sheet.findByText('Please, select employee')).toBeTruthy();
  const list = await sheet.findByRole('list', { name: 'Employees' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  fireEvent.click(within(list).getByRole('button', { name: 'Olga Kern' }));
  fireEvent.change(sheet.getByRole('textbox', { name: /^Note/ }), { target: { value: 'Speaks German' } });
  pressLast(sheet, 'Reassign');
  await waitFor(async () =>
    expect(await readQueuedWrites()).toEqual([
      ['lead.give', expect.objectContaining({ to_id: OLGA, to_name: 'Olga Kern', note: 'Speaks German' })],
    ]),
  );
  expect(await screen.findByText('Assigned to Olga Kern')).toBeTruthy();
});

const CARL = '0198c000-0000-7000-8000-00000000f002';

it('requires a reason to reject a person', async () => {
  await showEmployeeApp(IVAN_PATH, ivan());
  await openMore('Reject');
  const sheet = within(await screen.findByRole('dialog', { name: 'Reject Ivan Petrov?' }));
  pressLast(sheet, 'Reject');
  expect(await sheet.findByText('Please, fill this field')).toBeTruthy();
  fireEvent.click(sheet.getByRole('radio', { name: 'No common language' }));
  pressLast(sheet, 'Reject');
  expect(await screen.findByText('Waiting')).toBeTruthy();
  expect(await readQueuedWrites()).toEqual([['lead.reject', expect.objectContaining({ reason: 'language' })]]);
});

it('lets a manager remove a person by typing the name, and offers no removal to an employee', async () => {
  await showEmployeeApp(IVAN_PATH, ivan());
  await press('More');
  expect(within(await screen.findByRole('menu')).queryByRole('menuitem', { name: 'Remove' })).toBeNull();
  cleanup();
  await showEmployeeApp(IVAN_PATH, ivan(), { me: { is_manager: true } });
  await openMore('Remove');
  const sheet = within(await screen.findByRole('alertdialog'));
  fireEvent.change(sheet.getByRole('textbox'), { target: { value: 'Ivan' } });
  pressLast(sheet, 'Remove');
  expect(await sheet.findByText('The name does not match')).toBeTruthy();
  fireEvent.change(sheet.getByRole('textbox'), { target: { value: ' ivan  petrov ' } });
  pressLast(sheet, 'Remove');
  expect(await screen.findByText('You removed this person. That has not been sent yet.')).toBeTruthy();
  expect((await readQueuedWrites()).map(([kind]) => kind)).toEqual(['lead.remove']);
});

it('adds a tag from the list of tags to a person, and removes a tag', async () => {
  await showEmployeeApp(IVAN_PATH, async (phone) => {
    await phone.people.put(makePerson({ tags: ['Old'] }));
    const rows = [{ id: OLGA, name: 'Interest', tags: [{ id: CARL, name: 'Books' }] }];
    await phone.pages.put({ key: staffKeys.tags, rows, fetched_at: hoursFromNow(-2) });
  });
  await openMore('Tags and groups');
  const sheet = within(await screen.findByRole('dialog', { name: 'Tags and groups' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Add tag' }));
  expect(await sheet.findByText('Please, select tag')).toBeTruthy();
  await chooseOption('Tags', 'Interest: Books');
  fireEvent.click(sheet.getByRole('button', { name: 'Add tag' }));
  await waitFor(async () => expect(await readQueuedWrites()).toEqual([['person.edit', { tags: ['Old', 'Books'] }]]));
  fireEvent.click(await sheet.findByRole('button', { name: 'Remove: Old' }));
  await waitFor(async () => expect((await db.people.get(IVAN))?.tags).toEqual(['Books']));
});

it('keeps a new tag when another tag is removed before the list shows the new one', async () => {
  await showEmployeeApp(IVAN_PATH, async (phone) => {
    await phone.people.put(makePerson({ tags: ['Old'] }));
    const rows = [{ id: OLGA, name: 'Interest', tags: [{ id: CARL, name: 'Books' }] }];
    await phone.pages.put({ key: staffKeys.tags, rows, fetched_at: hoursFromNow(-2) });
  });
  await openMore('Tags and groups');
  const sheet = within(await screen.findByRole('dialog', { name: 'Tags and groups' }));
  await chooseOption('Tags', 'Interest: Books');
  const removeOld = await sheet.findByRole('button', { name: 'Remove: Old' });
  // The new tag is stored on the device, but the list does not show it yet.
  await db.people
    .where('id')
    .equals(IVAN)
    .modify({ tags: ['Old', 'Books'] });
  fireEvent.click(removeOld);
  await waitFor(async () => expect(await readQueuedWrites()).toEqual([['person.edit', { tags: ['Books'] }]]));
});

it('creates a login link only while online, and reports whether it was copied', async () => {
  await showEmployeeApp(IVAN_PATH, ivan());
  const url = 'https://haversack.test/reset-credentials/secret';
  const sent_to = [{ via: 'email', to: 'i***@example.org' }];
  const writeText = stubClipboard();
  await openMore('Login link');
  await press('Create link');
  expect(await screen.findByText('You need to be online to create a link.')).toBeTruthy();
  account.mockImplementation(async (verb) =>
    verb === 'makeLink'
      ? { ok: true, status: 'made', url, expires_at: hoursFromNow(1), sent_to }
      : { ok: false, why: 'offline' },
  );
  writeText.mockRejectedValueOnce(new Error('no'));
  await press('Create link');
  expect(await screen.findByText('Copy error')).toBeTruthy();
  expect(screen.getByText(url)).toBeTruthy();
  expect(screen.getByText('Ivan was told that you created it: i***@example.org')).toBeTruthy();
  writeText.mockResolvedValue();
  await press('Copy');
  expect(await screen.findByText('Link copied')).toBeTruthy();
  expect(writeText).toHaveBeenLastCalledWith(url);
});

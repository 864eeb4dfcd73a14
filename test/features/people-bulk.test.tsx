import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { bulkOptions } from '../../src/components/person/bulk.ts';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { typeOption } from './controls.ts';
import { ANNA } from './fake-app.tsx';
import { makeEntry } from './entry-maker.ts';
import { idOf, onWideScreen, savePeoplePage, structureUser } from './desk-app.ts';
import { hoursFromNow } from './news-maker.ts';
import { db, press, readQueuedWrites, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { makeEmployee, makePerson } from './people-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account, fetchPage: async () => ({ ok: true }) } }));
vi.mock('../../src/bridge/search.ts', () => import('./idle-search.ts'));
const { saved } = vi.hoisted(() => ({ saved: vi.fn<(name: string, type: string, parts: string[]) => void>() }));
vi.mock('../../src/components/media/save-file.ts', () => ({ saveFile: saved, saveBlob: () => {} }));

stubOfflineAccount(account);

beforeEach(() => {
  saved.mockReset();
  onWideScreen();
});

/** Shows a table with two loaded people out of `count` who match the filters, and selects the two. */
async function showTwoSelectedOf(count: number): Promise<void> {
  await showEmployeeApp('/people', async () => {}, { me: { is_manager: true } });
  await savePeoplePage([structureUser(1), structureUser(2)], {}, { count });
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(count + 1)));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all loaded rows' }));
}

it('offers to select everyone who matches the filters when all loaded people are selected', async () => {
  await showTwoSelectedOf(31);
  await press('Select all 31');
  expect(await screen.findByText('All 31 selected')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Select Person 2' })).toHaveProperty('checked', true);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Person 2' }));
  expect(await screen.findByText('1 selected')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Select all 31' })).toBeNull();
});

it('does not offer to select everyone if more than 1,000 people match, and says so', async () => {
  await showTwoSelectedOf(1000);
  expect(await screen.findByRole('button', { name: /^Select all 1/ })).toBeTruthy();
  await savePeoplePage([structureUser(1), structureUser(2)], {}, { count: 1001 });
  expect(await screen.findByText('You can select all of up to 1,000 matches. Narrow the filters.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
});

it('ends the selection of everyone when the filters change', async () => {
  await showTwoSelectedOf(31);
  await press('Select all 31');
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search people' }), { target: { value: 'Ann' } });
  await waitFor(() => expect(screen.queryByText('All 31 selected')).toBeNull());
});

it('a bulk change of everyone who matches runs in batches, and resumes after a failure', async () => {
  await showTwoSelectedOf(3);
  await db.employees.put(makeEmployee({ in_team: true }));
  await press('Select all 3');
  await press('Assign');
  const reply = (number: number, next: string | null) => ({
    ok: true,
    answers: [{ user_id: idOf(number), name: `Person ${number}`, answer: 'changed', code: null }],
    excepted: [],
    next,
  });
  const replies = [reply(1, idOf(1)), { ok: false, why: 'no_answer' }, reply(2, idOf(2)), reply(3, null)];
  account.mockImplementation(async (verb) =>
    verb === 'bulkFilteredPeople' ? replies.shift() : { ok: false, why: 'offline' },
  );
  const sheet = within(await screen.findByRole('dialog'));
  await typeOption('Employee', 'Olga', /Olga/);
  fireEvent.click(sheet.getByRole('button', { name: 'Assign' }));
  expect(await sheet.findByText('The server is not responding')).toBeTruthy();
  expect(sheet.getByText('Assigned: 1')).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Continue' }));
  expect(await sheet.findByText('Assigned: 3')).toBeTruthy();
  const calls = account.mock.calls.filter(([verb]) => verb === 'bulkFilteredPeople');
  expect(calls.map(([, change]) => (change as { after: string | null }).after)).toEqual([
    null,
    idOf(1),
    idOf(1),
    idOf(2),
  ]);
});

it('if a person has unsent changes, a bulk change of all matches adds a write to the outbox for that person', async () => {
  await showTwoSelectedOf(3);
  await db.pages.put({
    key: staffKeys.tags,
    rows: [{ id: 'g', name: 'Hobby', tags: [{ id: 't', name: 'Chess' }] }],
    fetched_at: hoursFromNow(-1),
  });
  await db.people.put(makePerson({ id: idOf(2), first_name: 'Person 2', last_name: '', tags: [] }));
  await db.outbox.put(
    makeEntry(1, { entity: 'people', entity_id: idOf(2), kind: 'person.edit', args: { city: 'Bonn' } }),
  );
  await press('Select all 3');
  await press('Add a tag');
  account.mockImplementation(async (verb) =>
    verb === 'bulkFilteredPeople'
      ? { ok: true, answers: [], excepted: [idOf(2)], next: null }
      : { ok: false, why: 'offline' },
  );
  const sheet = within(await screen.findByRole('dialog'));
  await typeOption('Tag', 'Chess', 'Chess');
  fireEvent.click(sheet.getByRole('button', { name: 'Add a tag' }));
  expect(await sheet.findByText('Not sent yet: 1')).toBeTruthy();
  expect(account).toHaveBeenCalledWith('bulkFilteredPeople', expect.objectContaining({ except_ids: [idOf(2)] }));
  expect((await readQueuedWrites()).at(-1)).toEqual(['person.edit', { tags: ['Chess'] }]);
});

it('exports everyone who matches the filters, and reads the list again if it changes during the export', async () => {
  await showTwoSelectedOf(3);
  await press('Select all 3');
  const page = (numbers: number[], next: number | null, count: number) => ({
    ok: true,
    results: numbers.map((number) => structureUser(number)),
    next,
    count,
  });
  const replies = [page([1, 2], 2, 3), page([2], null, 3), page([1, 2], 2, 3), page([3], null, 3)];
  account.mockImplementation(async (verb) => (verb === 'listPeople' ? replies.shift() : { ok: false, why: 'offline' }));
  await press('Export CSV');
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const lines = saved.mock.lastCall![2].join('').trimEnd().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Person 1', 'Person 2', 'Person 3']);
});

it('offers colleagues outside the team only if all selected people are assigned to the user', async () => {
  await showTwoSelectedOf(2);
  await db.employees.bulkPut([
    makeEmployee({ id: idOf(8), name: 'Carl Team', in_team: true }),
    makeEmployee({ id: idOf(9), name: 'Dora Other' }),
  ]);
  const actor = { user_id: ANNA, user_name: 'Anna Berg', first_name: 'Anna', device_id: idOf(7), is_manager: true };
  const namesFor = async (...responsible_ids: (string | null)[]) => {
    const people = responsible_ids.map((responsible_id) => ({ responsible_id }));
    return (await bulkOptions({ db, actor }, 'assign', people)).map(({ label }) => label);
  };
  expect(await namesFor(ANNA, ANNA)).toEqual(['Carl Team', 'Dora Other']);
  expect(await namesFor(ANNA, idOf(8))).toEqual(['Carl Team']);
  expect(await namesFor(null)).toEqual(['Carl Team']);
  expect(await namesFor('')).toEqual(['Carl Team']);
});

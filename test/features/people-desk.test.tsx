import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { parseFilters } from '../../src/features/people/people-query.ts';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { formatDateTime } from '../../src/lib/dates.ts';
import { typeOption } from './controls.ts';
import { idOf, onWideScreen, savePeoplePage, structureUser } from './desk-app.ts';
import { hoursFromNow } from './news-maker.ts';
import { db, press, readQueuedWrites, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { makeEmployee, makePerson, OLGA } from './people-maker.ts';

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

const three = () => [
  structureUser(1, { next_task: { type: 'meet', start_at: hoursFromNow(-2) }, tags: ['Family', 'Hamburg'] }),
  structureUser(2, { status: 'waiting', waiting_since: hoursFromNow(-3) }),
  structureUser(3, { next_task: { type: 'call', start_at: hoursFromNow(30) } }),
];

async function showThree(me: object = { is_manager: true }): Promise<void> {
  await showEmployeeApp('/people', async () => {}, { me });
  await savePeoplePage(three());
  await screen.findByRole('row', { name: /Person 3/ });
}

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

it('the people table shows overdue and missing next steps, and the age of the data', async () => {
  await showThree();
  expect((await rowOf('Person 1')).textContent).toContain('Meeting, 2 h 0 min overdue');
  expect((await rowOf('Person 2')).textContent).toContain('Waiting for 3 hours');
  expect((await rowOf('Person 1')).textContent).toContain('Family+1');
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('4');
  expect(screen.getByText(/3 of 7 people in your structure/)).toBeTruthy();
  expect(screen.getByText(/^As of /)).toBeTruthy();
  // The filters are in the same line, so that there is no room for a notice.
  expect(screen.getByText('You are offline').closest('[role="status"]')?.textContent).toContain('As of ');
});

it.each([
  [1919, ['Name', 'Status', 'Employee', 'Language', 'Country', 'City', 'Next step', 'Tags', 'Last contact']],
  [1920, ['Name', 'Status', 'Employee', 'Language', 'Country', 'City', 'Next step', 'Tags', 'Last contact', 'Hobby']],
])('the people table in a window of %i px has the columns of groups of tags only if they fit', async (width, names) => {
  onWideScreen(width);
  await showThree();
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads.filter(Boolean)).toEqual(names);
});

it.each([
  [1359, true],
  [1360, false],
  [1599, false],
  [1600, true],
])(
  'the people table in a window of %i px has the language column beside an open person: %s',
  async (width, isShown) => {
    onWideScreen(width);
    localStorage.setItem('haversack.people-columns', JSON.stringify({ order: [], hidden: ['city'], widths: {} }));
    onTestFinished(() => localStorage.removeItem('haversack.people-columns'));
    await showEmployeeApp(`/people?person=${idOf(1)}`, async () => {}, { me: { is_manager: true } });
    await savePeoplePage(three());
    // In a narrow window, the person covers the table.
    await screen.findByRole('row', { name: /Person 3/, hidden: true });
    expect(screen.queryByRole('columnheader', { name: 'Language', hidden: true }) !== null).toBe(isShown);
  },
);

it('sorts the people table on the server by a column header', async () => {
  await showThree();
  fireEvent.click(await screen.findByRole('button', { name: 'Next step' }));
  await waitFor(() =>
    expect(account.mock.calls.some(([, query]) => (query as { ordering?: string })?.ordering === 'next_task')).toBe(
      true,
    ),
  );
  expect(screen.getByRole('columnheader', { name: 'Next step' }).getAttribute('aria-sort')).toBe('ascending');
});

it('fetches only the pages of the people table that come into view', async () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(440);
  await showEmployeeApp('/people', async () => {}, { me: { is_manager: true } });
  account.mockImplementation(async (verb) => (verb === 'fetchPeople' ? { ok: true } : { ok: false, why: 'offline' }));
  await savePeoplePage(
    Array.from({ length: 50 }, (_, at) => structureUser(at)),
    {},
    { count: 5000 },
  );
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('5001'));
  await waitFor(() => expect(account).toHaveBeenCalledWith('fetchPeople', expect.objectContaining({ page: 2 })));
  expect(account).not.toHaveBeenCalledWith('fetchPeople', expect.objectContaining({ page: 4 }));
});

it('keeps the row count of the people table after its first page was removed', async () => {
  await showEmployeeApp('/people', (phone) => phone.people.put(makePerson()), { me: { is_manager: true } });
  const rows = Array.from({ length: 50 }, (_, at) => structureUser(at));
  await savePeoplePage(rows, {}, { count: 5000 });
  const grid = await screen.findByRole('grid', { name: 'People' });
  await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('5001'));
  await db.pages.delete(staffKeys.people(parseFilters({})));
  await db.pages.put({
    key: staffKeys.people(parseFilters({ page: 2 })),
    rows,
    about: { count: 4999, total_count: 4999, next: null },
    fetched_at: hoursFromNow(0),
  });
  await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('5000'));
  expect(screen.queryByRole('grid', { name: 'People on this device' })).toBeNull();
});

it('requests the choices of the filters once, after the first page of people', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  account.mockImplementation(async (verb) => (verb === 'fetchPeople' ? promise : { ok: false, why: 'offline' }));
  await showThree();
  const requests = (action: string) => account.mock.calls.filter(([verb]) => verb === action).length;
  expect([requests('fetchPeople'), requests('fetchChoices')]).toEqual([1, 0]);
  resolve({ ok: true });
  await waitFor(() => expect(requests('fetchChoices')).toBe(1));
  fireEvent.click(await screen.findByRole('button', { name: 'Next step' }));
  await waitFor(() => expect(requests('fetchPeople')).toBe(2));
  expect(requests('fetchChoices')).toBe(1);
});

it('previews a person beside the table and keeps the selection', async () => {
  await showThree();
  await db.people.put(makePerson({ id: idOf(1), first_name: 'Person 1', last_name: '' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Person 3' }));
  fireEvent.click(within(await rowOf('Person 1')).getByText('Meeting, 2 h 0 min overdue'));
  const panel = within(await screen.findByRole('complementary', { name: 'Preview' }));
  expect(await panel.findByText('1 of 3')).toBeTruthy();
  expect(await panel.findByRole('link', { name: 'Log a call' })).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: 'Next row' }));
  expect(await panel.findByText('2 of 3')).toBeTruthy();
  expect(screen.getByText('1 selected')).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: 'Close preview' }));
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Preview' })).toBeNull());
});

it('the focus returns from the panel to the open row, and from the toolbar to the active row', async () => {
  await showThree();
  await db.people.put(makePerson({ id: idOf(1), first_name: 'Person 1', last_name: '' }));
  const focusedRow = () => document.activeElement?.closest('tr')?.textContent;
  fireEvent.click(within(await rowOf('Person 1')).getByText('Meeting, 2 h 0 min overdue'));
  const panel = within(await screen.findByRole('complementary', { name: 'Preview' }));
  const next = panel.getByRole('button', { name: 'Next row' });
  next.focus();
  fireEvent.click(next);
  expect(await panel.findByText('2 of 3')).toBeTruthy();
  fireEvent.click(next);
  expect(await panel.findByText('3 of 3')).toBeTruthy();
  fireEvent.click(next);
  expect(document.activeElement).toBe(next);
  expect(next.ariaDisabled).toBe('true');
  fireEvent.click(panel.getByRole('button', { name: 'Previous row' }));
  expect(await panel.findByText('2 of 3')).toBeTruthy();
  const close = panel.getByRole('button', { name: 'Close preview' });
  close.focus();
  fireEvent.click(close);
  await waitFor(() => expect(focusedRow()).toContain('Person 2'));
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  await waitFor(() => expect(focusedRow()).toContain('Person 3'));
  fireEvent.keyDown(document.activeElement!, { key: 'x' });
  const clear = await screen.findByRole('button', { name: 'Clear selection' });
  clear.focus();
  fireEvent.click(clear);
  await waitFor(() => expect(focusedRow()).toContain('Person 3'));
});

it('a bulk change counts the people for whom it succeeded, and explains each failure', async () => {
  await showThree();
  await db.employees.put(makeEmployee());
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all loaded rows' }));
  const answers = ['changed', 'conflict', 'forbidden'];
  const codes = [null, 'limit_reached', 'not_found'];
  const results = answers.map((answer, at) => ({ user_id: idOf(at + 1), answer, code: codes[at] }));
  account.mockImplementation(async (verb) =>
    verb === 'bulkPeople' ? { ok: true, answers: results } : { ok: false, why: 'offline' },
  );
  fireEvent.keyDown(document.body, { key: 'a' });
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'Assign' }));
  expect(await sheet.findByText('Please, select employee')).toBeTruthy();
  await typeOption('Employee', 'Olga', /Olga/);
  fireEvent.click(sheet.getByRole('button', { name: 'Assign' }));
  expect(await sheet.findByText('Assigned: 1')).toBeTruthy();
  expect(sheet.getByText('Daily limit reached')).toBeTruthy();
  expect(sheet.getByText('Not allowed: 1')).toBeTruthy();
  expect(account).toHaveBeenCalledWith('bulkPeople', {
    user_ids: [idOf(1), idOf(2), idOf(3)],
    consultant_id: OLGA,
  });
});

it('an offline bulk change queues writes for people on this device, and counts the others', async () => {
  await showThree();
  await db.pages.put({
    key: staffKeys.tags,
    rows: [{ id: 'g', name: 'Hobby', tags: [{ id: 't', name: 'Chess' }] }],
    fetched_at: hoursFromNow(-1),
  });
  await db.people.put(makePerson({ id: idOf(1), first_name: 'Person 1', last_name: '', tags: ['Family'] }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all loaded rows' }));
  await press('Add a tag');
  const sheet = within(await screen.findByRole('dialog'));
  await typeOption('Tag', 'Chess', 'Chess');
  fireEvent.click(sheet.getByRole('button', { name: 'Add a tag' }));
  expect(await sheet.findByText('Not sent yet: 1')).toBeTruthy();
  expect(sheet.getByText('You need to be online: not on this device: 2')).toBeTruthy();
  expect(await readQueuedWrites()).toEqual([['person.edit', { tags: ['Family', 'Chess'] }]]);
});

it('a manager exports the selected people as CSV with escaped formulas', async () => {
  await showEmployeeApp('/people', async () => {}, { me: { is_manager: true } });
  await savePeoplePage([structureUser(1, { first_name: '=1+1', city: 'Bonn' }), structureUser(2)]);
  fireEvent.click(await screen.findByRole('checkbox', { name: /=1/ }));
  await press('Export CSV');
  const [name, type, parts] = saved.mock.lastCall!;
  expect([name, type]).toEqual([expect.stringMatching(/^people-.*\.csv$/), 'text/csv']);
  const lines = parts.join('').trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFName,Status,Employee/);
  expect(lines.slice(1)).toEqual([expect.stringMatching(/^'=1\+1,/)]);
});

it('exports the times of people in local time', async () => {
  await showEmployeeApp('/people', async () => {}, { me: { is_manager: true } });
  const [start_at, last_contact_at] = [hoursFromNow(30), hoursFromNow(-50)];
  await savePeoplePage([structureUser(1, { next_task: { type: 'call', start_at }, last_contact_at })]);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Person 1' }));
  await press('Export CSV');
  const row = saved.mock.lastCall![2].join('').trimEnd().split('\r\n')[1];
  expect(row).toContain(`"Call, ${formatDateTime(start_at)}"`);
  expect(row).toContain(`,${formatDateTime(last_contact_at)}`);
});

it('a consultant cannot export the selected people', async () => {
  await showThree({ is_manager: false });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Person 1' }));
  expect(await screen.findByRole('button', { name: 'Assign' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(saved).not.toHaveBeenCalled();
});

it('shows the people on this device in the table if the list was never fetched', async () => {
  await showEmployeeApp('/people', (phone) => phone.people.put(makePerson()), { me: { is_manager: true } });
  expect(await screen.findByRole('grid', { name: 'People on this device' })).toBeTruthy();
  expect(await rowOf('Ivan Petrov')).toBeTruthy();
  expect(screen.getByText(/This list hasn't synced/)).toBeTruthy();
});

it('a double click on a row of the people table opens the screen of the person', async () => {
  const { path } = await showEmployeeApp('/people', async () => {}, { me: { is_manager: true } });
  await savePeoplePage(three());
  fireEvent.doubleClick(within(await rowOf('Person 3')).getByText('Person 3'));
  await waitFor(() => expect(path()).toBe(`/user/view-details/${idOf(3)}?from=people`));
});

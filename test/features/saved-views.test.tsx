import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { SavedView } from '../../contract/entities/saved-view.ts';
import { MAX_SAVED_VIEWS } from '../../contract/values.ts';
import { parseFilters } from '../../src/features/people/people-query.ts';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { hoursFromNow } from './news-maker.ts';
import { db, press, readQueuedWrites, stubOfflineAccount, showEmployeeApp } from './people-app.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account, fetchPage: async () => ({ ok: true }) } }));
vi.mock('../../src/bridge/search.ts', () => import('./idle-search.ts'));

stubOfflineAccount(account);

let isWide = true;
beforeEach(() => {
  isWide = true;
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: isWide && media === '(min-width: 768px)',
        media,
        addEventListener() {},
        removeEventListener() {},
      }) as never,
  );
  vi.stubGlobal('innerWidth', 1440);
});

const idOf = (number: number): string => `0198c000-0000-7000-8000-0000000b${String(number).padStart(4, '0')}`;
const makeView = (number: number, change: Partial<SavedView> = {}): SavedView => ({
  ...{ id: idOf(number), rev: 1, table: 'people', name: `View ${number}`, params: { status: 'active' } },
  ...{ position: number, created_at: hoursFromNow(-9), updated_at: hoursFromNow(-9), ...change },
});
const tabs = () => within(screen.getByRole('navigation', { name: 'Saved views' })).getAllByRole('link');
const names = () => tabs().map(({ textContent }) => textContent);
const current = () => tabs().find((tab) => tab.getAttribute('aria-current'))?.textContent;
const tabOf = (name: string) => screen.findByRole('link', { name });
const chooseAction = async (view: string, action: string) => {
  await press(`Change the view ${view}`);
  fireEvent.click(await screen.findByRole('menuitem', { name: action }));
};

async function showViews(views: SavedView[], path = '/people') {
  const shown = await showEmployeeApp(path, (on) => on.saved_views.bulkAdd(views), { me: { is_manager: true } });
  await screen.findByRole('navigation', { name: 'Saved views' });
  await waitFor(() => expect(tabs()).toHaveLength(views.length + 1));
  return shown;
}

it('shows the saved views of a table by position, and opens one with its filters in the URL', async () => {
  const other = makeView(3, { table: 'users', params: { role: 'manager' } });
  const shown = await showEmployeeApp('/people', (on) =>
    on.saved_views.bulkAdd([makeView(2, { params: { q: 'Bonn', order: '-created_at' } }), makeView(1), other]),
  );
  await tabOf('View 1');
  expect(names()).toEqual(['All people', 'View 1', 'View 2']);
  expect(current()).toBe('All people');
  fireEvent.click(await tabOf('View 2'));
  await waitFor(() => expect(current()).toBe('View 2'));
  expect(new URLSearchParams(shown.path().split('?')[1])).toEqual(
    new URLSearchParams({ q: 'Bonn', order: '-created_at', view: idOf(2) }),
  );
  expect(screen.queryByRole('button', { name: 'Save this view' })).toBeNull();
  fireEvent.click(await tabOf('All people'));
  await waitFor(() => expect(shown.path()).toBe('/people'));
});

it('saves filters offline as a new view, which is then open', async () => {
  const shown = await showViews([makeView(1)], '/people?status=waiting&order=-name&page=3');
  await press('Save this view');
  await press('Save view');
  expect(await screen.findByText('Please, fill this field')).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: /Name/ }), { target: { value: ' My waiting ' } });
  await press('Save view');
  await waitFor(() => expect(current()).toBe('My waiting'));
  expect(await readQueuedWrites()).toEqual([
    [
      'saved_view.create',
      {
        ...{ table: 'people', name: 'My waiting', params: { status: 'waiting', order: '-name' }, position: 2 },
        at: expect.any(String) as string,
      },
    ],
  ]);
  const [saved] = await db.saved_views.where('table').equals('people').reverse().sortBy('position');
  expect(shown.path()).toContain(`view=${saved?.id}`);
  expect(screen.queryByRole('button', { name: 'Save as a new view' })).toBeNull();
});

it('offers to update a view whose filters were changed, or to save them as a new one', async () => {
  await showViews([makeView(1)], `/people?status=waiting&view=${idOf(1)}`);
  expect(current()).toBe('View 1');
  expect(await screen.findByRole('button', { name: 'Save as a new view' })).toBeTruthy();
  await press('Update view');
  await waitFor(async () =>
    expect(await readQueuedWrites()).toEqual([['saved_view.edit', { params: { status: 'waiting' } }]]),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Update view' })).toBeNull());
});

it('renames and moves a saved view', async () => {
  await showViews([makeView(0), makeView(1)], `/people?status=active&view=${idOf(1)}`);
  await chooseAction('View 1', 'Rename');
  const field = await screen.findByRole('textbox', { name: /Name/ });
  expect((field as HTMLInputElement).value).toBe('View 1');
  fireEvent.change(field, { target: { value: 'Learners' } });
  await press('Save view');
  await waitFor(() => expect(current()).toBe('Learners'));
  await chooseAction('Learners', 'Move left');
  await waitFor(() => expect(names()).toEqual(['All people', 'Learners', 'View 0']));
  await press('Change the view Learners');
  expect((await screen.findByRole('menuitem', { name: 'Move left' })).getAttribute('aria-disabled')).toBe('true');
  expect((await readQueuedWrites()).map(([kind, args]) => [kind, args])).toEqual([
    ['saved_view.edit', { name: 'Learners' }],
    ['saved_view.edit', { position: 0 }],
    ['saved_view.edit', { position: 1 }],
  ]);
});

it('deletes a saved view, returns to all people, and restores the view on Undo', async () => {
  const shown = await showViews([makeView(1)], `/people?status=active&view=${idOf(1)}`);
  await chooseAction('View 1', 'Delete view');
  await waitFor(() => expect(names()).toEqual(['All people']));
  expect(shown.path()).toBe('/people');
  await press('Undo');
  await waitFor(() => expect(names()).toEqual(['All people', 'View 1']));
  expect(await readQueuedWrites()).toEqual([]);
});

it('creates a deleted saved view again on Undo after the deletion was sent', async () => {
  await showViews([makeView(1)], `/people?status=active&view=${idOf(1)}`);
  await chooseAction('View 1', 'Delete view');
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  await db.outbox.clear();
  await press('Undo');
  await waitFor(() => expect(names()).toEqual(['All people', 'View 1']));
  const [[kind, args] = []] = await readQueuedWrites();
  expect(kind).toBe('saved_view.create');
  expect(args).toMatchObject({ table: 'people', name: 'View 1', params: { status: 'active' }, position: 1 });
  expect(await db.saved_views.get(idOf(1))).toBeUndefined();
});

it('shows a count only for the open view, and only while its saved filters are unchanged', async () => {
  const countOf = async (search: object, count: number) =>
    db.pages.put({
      key: staffKeys.people(parseFilters(search)),
      rows: [],
      about: { count, total_count: 9, next: null, columns: [], tags_groups_columns: [] },
      fetched_at: hoursFromNow(-1),
    });
  await showViews([makeView(1), makeView(2, { params: { status: 'waiting' } })]);
  await countOf({}, 9);
  await countOf({ status: 'active' }, 4);
  await waitFor(() => expect(names()).toEqual(['All people 9', 'View 1', 'View 2']));
  fireEvent.click(await tabOf('View 1'));
  await waitFor(() => expect(names()).toEqual(['All people', 'View 1 4', 'View 2']));
  await countOf({ status: 'active', q: 'Nina' }, 2);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search people' }), { target: { value: 'Nina' } });
  expect(await screen.findByText(/^2 of \d+ people in your structure/)).toBeTruthy();
  expect(names()).toEqual(['All people', 'View 1', 'View 2']);
});

it('ignores the id of a deleted view in the URL', async () => {
  await showViews([], `/people?status=active&view=${idOf(7)}`);
  expect(current()).toBe('All people');
  expect(await screen.findByRole('button', { name: 'Save this view' })).toBeTruthy();
});

it('refuses to save a thirty-first view', async () => {
  await showViews(
    Array.from({ length: MAX_SAVED_VIEWS }, (_, at) => makeView(at)),
    '/people?status=active',
  );
  await press('Save this view');
  fireEvent.change(await screen.findByRole('textbox', { name: /Name/ }), { target: { value: 'One more' } });
  await press('Save view');
  expect(await screen.findByText(/You have too many saved views/)).toBeTruthy();
  expect(await readQueuedWrites()).toEqual([]);
});

it.each([
  ['partners', '/partners?status=active&sort=company', 'All partners', { status: 'active', sort: 'company' }],
  ['users', '/main/admin/users/all?role=manager&order=-name', 'All accounts', { role: 'manager', order: '-name' }],
] as const)('saves views of the table "%s"', async (table, path, all, params) => {
  const me = { is_manager: true, is_superuser: true };
  const shown = await showEmployeeApp(path, (on) => on.saved_views.bulkAdd([makeView(1)]), { me });
  await press('Save this view');
  fireEvent.change(await screen.findByRole('textbox', { name: /Name/ }), { target: { value: 'Mine' } });
  await press('Save view');
  await waitFor(() => expect(names()[1]).toMatch(/^Mine/));
  expect((await readQueuedWrites())[0]?.[1]).toMatchObject({ table, name: 'Mine', params, position: 0 });
  await waitFor(() => expect(shown.path()).toContain('view='));
  fireEvent.click(await tabOf(all));
  await waitFor(() => expect(shown.path()).toBe(path.split('?')[0]));
});

it('offers the saved views on a phone as a filter', async () => {
  isWide = false;
  const shown = await showEmployeeApp('/people', (on) => on.saved_views.bulkAdd([makeView(1), makeView(2)]));
  await press(/View/);
  fireEvent.click(await screen.findByRole('option', { name: 'View 2' }));
  await waitFor(() => expect(shown.path()).toBe(`/people?status=active&view=${idOf(2)}`));
});

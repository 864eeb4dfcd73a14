import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { closeSearch } from './fake-search.ts';
import { hoursFromNow } from './news-maker.ts';
import {
  activeOptionText,
  field,
  groupNames,
  optionsIn,
  press,
  showPalette,
  type,
  stubDesktopWidth,
  ZOE,
  type Setup,
} from './palette-app.ts';
import { IVAN, makePerson } from './people-maker.ts';
import { makeTask } from './task-maker.ts';

const server = vi.hoisted(() => ({ account: vi.fn() }));
vi.mock('../../src/bridge/sync.ts', () => ({
  sync: { account: server.account, fetchPage: async () => ({ ok: true }), fetchBlob: async () => {} },
}));
vi.mock('../../src/bridge/search.ts', () => import('./fake-search.ts'));

let db: PhoneDb;

beforeEach(() => {
  server.account.mockReset().mockResolvedValue({ ok: false, why: 'offline' });
  stubDesktopWidth();
});
afterEach(closeSearch);

async function openPalette(setup?: Setup): Promise<() => string> {
  const shown = await showPalette(setup);
  db = shown.db;
  return shown.path;
}

describe('the command palette', () => {
  it('the command palette opens on "/" with the focus in its field, and closes on Ctrl+K', async () => {
    await openPalette();
    fireEvent.keyDown(field(), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const link = screen.getAllByRole('link', { name: 'Books' })[0]!;
    link.focus();
    fireEvent.keyDown(link, { key: '/' });
    const combobox = await screen.findByRole('combobox');
    expect(document.activeElement).toBe(combobox);
    press('k', { ctrlKey: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(link));
  });

  it('the command palette suggests recent records, actions and screens before a text is typed', async () => {
    await openPalette();
    await waitFor(() => expect(groupNames()).toEqual(['Recent', 'Actions', 'Go to']));
    expect(optionsIn('Recent')).toEqual(['Ivan Petrov', 'Zoe Ivanova', 'Clara Ivens']);
    expect(optionsIn('Actions')).toEqual(['Log a call', 'Add task']);
    expect(optionsIn('Go to')).toContain('Leads');
    expect(optionsIn('Go to')).not.toContain('Accounting');
    expect(optionsIn('Go to')).not.toContain('Employees');
  });

  it('the command palette offers a learner no people, tasks, actions or screens of employees', async () => {
    await openPalette({ me: { is_staff: false } });
    await waitFor(() => expect(optionsIn('Recent')).toEqual(['Clara Ivens']));
    expect(optionsIn('Actions')).toEqual(['Log a call']);
    expect(optionsIn('Go to')).not.toContain('Tasks');
    type('iv');
    await waitFor(() => expect(groupNames()).toEqual(['Contacts', 'Lessons', 'Actions', 'Go to']));
    type('> lead');
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(screen.queryByText('tasks only')).toBeNull();
  });

  it('the command palette suggests employees to managers and accounting to admins', async () => {
    await openPalette({ me: { is_staff: true, is_manager: true, is_superuser: true } });
    await waitFor(() => expect(optionsIn('Go to')).toEqual(expect.arrayContaining(['Employees', 'Accounting'])));
  });

  it('the command palette lists the most recently opened records first', async () => {
    await openPalette({ at: `/user/view-details/${ZOE}` });
    await waitFor(async () => expect(await savedMeta(db, 'recent_records')).toEqual([{ kind: 'person', id: ZOE }]));
    await waitFor(() => expect(optionsIn('Recent')).toEqual(['Zoe Ivanova', 'Ivan Petrov', 'Clara Ivens']));
  });

  it('the command palette groups its matches, and lists titles that start with the text first', async () => {
    await openPalette();
    type('iva');
    await waitFor(() =>
      expect(groupNames()).toEqual(['People', 'Waiting leads', 'Tasks', 'Tickets', 'Lessons', 'Actions', 'Go to']),
    );
    expect(optionsIn('People')).toEqual(['Ivan Petrov', 'Zoe Ivanova']);
    expect(screen.getByText('2 of 2 on this device')).toBeTruthy();
    expect(optionsIn('Actions')).toEqual(['Log a call with Ivan Petrov', 'Add a task for Ivan Petrov']);
    expect(optionsIn('Go to')).toEqual(['Contacts, filtered by “iva”', 'People, filtered by “iva”']);
    expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toBe('10 results');
    type('ive');
    await waitFor(() => expect(optionsIn('Contacts')).toEqual(['Clara Ivens']));
  });

  it('the command palette finds people by part of their number, and lists at most seven', async () => {
    await openPalette();
    await db.people.bulkPut(
      Array.from({ length: 8 }, (_, index) =>
        makePerson({
          id: `0198c000-0000-7000-8000-0000000077${index}0`,
          phone: '+4930777555',
          first_name: `P${index}`,
        }),
      ),
    );
    type('12345');
    await waitFor(() => expect(optionsIn('People')).toEqual(['Ivan Petrov']));
    type('777555');
    await waitFor(() => expect(optionsIn('People')).toHaveLength(7));
  });

  it('the command palette opens the active row with Enter, and logs a call with Ctrl+Enter', async () => {
    const path = await openPalette();
    type('iva');
    await waitFor(() => expect(activeOptionText()).toBe('Ivan Petrov'));
    press('ArrowDown');
    expect(activeOptionText()).toBe('Zoe Ivanova');
    press('Enter');
    await waitFor(() => expect(path()).toBe(`/user/view-details/${ZOE}`));
    expect(screen.queryByRole('combobox')).toBeNull();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await screen.findByRole('combobox');
    type('petrov');
    await waitFor(() => expect(activeOptionText()).toBe('Ivan Petrov'));
    press('Enter', { ctrlKey: true });
    expect(await screen.findByRole('dialog', { name: 'How did the call with Ivan Petrov go?' })).toBeTruthy();
    expect(path()).toBe(`/user/view-details/${ZOE}`);
  });

  it('the command palette moves from the first row to the last, and offers actions for a person', async () => {
    await openPalette();
    type('iva');
    await waitFor(() => expect(optionsIn('People')).toHaveLength(2));
    press('ArrowDown');
    expect(optionsIn('Actions')[0]).toBe('Log a call with Zoe Ivanova');
    press('ArrowUp');
    press('ArrowUp');
    expect(activeOptionText()).toBe('People, filtered by “iva”');
    expect(optionsIn('Actions')[0]).toBe('Log a call with Ivan Petrov');
    press('ArrowDown');
    expect(activeOptionText()).toBe('Ivan Petrov');
  });

  it('the command palette shows the actions of a person with Tab, and returns with Backspace or Escape', async () => {
    const path = await openPalette();
    await waitFor(() => expect(activeOptionText()).toBe('Ivan Petrov'));
    press('Tab');
    const actions = [
      'Log a call with Ivan Petrov',
      'Add a task for Ivan Petrov',
      'Open Ivan Petrov',
      'Edit Ivan Petrov',
    ];
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(actions);
    press('Backspace');
    expect(groupNames()).toContain('Recent');
    press('Tab');
    press('Escape');
    expect(groupNames()).toContain('Recent');
    press('Tab');
    press('ArrowUp');
    press('Enter');
    await waitFor(() => expect(path()).toBe(`/user/view-details/${IVAN}/edit`));
  });

  it('the command palette opens the form of a new task', async () => {
    const path = await openPalette();
    type('add task');
    await waitFor(() => expect(activeOptionText()).toBe('Add task'));
    press('Enter');
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toBeTruthy();
    expect(path()).toBe('/tasks');
  });

  it('the command palette lists only actions after ">", and only tasks after "#" or "№"', async () => {
    await openPalette();
    await db.tasks.put(
      makeTask({
        id: '0198c000-0000-7000-8000-00000000dddd',
        title: 'Done',
        state: 'completed',
        closed_at: hoursFromNow(-1),
      }),
    );
    fireEvent.click(screen.getByRole('button', { name: /actions only/ }));
    expect(groupNames()).toEqual(['Actions']);
    expect(optionsIn('Actions')).toEqual(expect.arrayContaining(['Add lead', 'New ticket', 'Import contacts']));
    await db.tasks.put(makeTask({ title: 'Running', state: 'in_progress', start_at: '2020-05-03T10:00:00.000Z' }));
    for (const sign of ['#', '№']) {
      type(sign);
      await waitFor(() => expect(groupNames()).toEqual(['Tasks']));
      await waitFor(() => expect(optionsIn('Tasks')).toEqual(['Running', 'Call Ivan about the lesson']));
    }
    type('# don');
    await waitFor(() => expect(optionsIn('Tasks')).toEqual(['Done']));
  });

  it('the search button of the navigation rail opens the command palette', async () => {
    await openPalette();
    press('Escape');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const rail = within(screen.getByRole('banner'));
    expect(rail.queryByRole('link', { name: 'Search' })).toBeNull();
    fireEvent.click(rail.getByRole('button', { name: 'Search' }));
    expect(await screen.findByRole('combobox')).toBeTruthy();
  });

  it('the command palette reports no matches while offline, and offers no search on the server', async () => {
    await openPalette();
    type('xyz');
    expect(await screen.findByText('No one called “xyz” on this device')).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'Search on the server' })).toBeNull();
  });

  it('the command palette searches people on the server on request and lists them', async () => {
    const path = await openPalette({ status: { connection: 'online' } });
    const far = makePerson({ id: ZOE.replace('e002', 'e003'), first_name: 'Xyz', last_name: 'Remote' });
    server.account.mockImplementation(async (name: string, query: Parameters<typeof staffKeys.people>[0]) => {
      if (name !== 'fetchPeople') return { ok: false, why: 'offline' };
      await db.pages.put({ key: staffKeys.people(query), rows: [far], fetched_at: hoursFromNow(0) });
      return { ok: true };
    });
    type('xyz');
    fireEvent.click(await screen.findByRole('option', { name: 'Search on the server' }));
    await waitFor(() => expect(optionsIn('On the server')).toEqual(['Xyz Remote']));
    expect(screen.queryByText(/No one called/)).toBeNull();
    press('ArrowUp');
    press('Enter');
    await waitFor(() => expect(path()).toBe(`/user/view-details/${far.id}`));
  });

  it('the command palette reports a failed search on the server and offers to repeat it', async () => {
    await openPalette({ status: { connection: 'online' } });
    type('xyz');
    fireEvent.click(await screen.findByRole('option', { name: 'Search on the server' }));
    expect(await screen.findByText('The server did not respond. Try again.')).toBeTruthy();
    expect(screen.getByRole('option', { name: 'Search on the server' })).toBeTruthy();
  });

  it('the command palette offers a learner no search on the server', async () => {
    await openPalette({ me: { is_staff: false }, status: { connection: 'online' } });
    type('xyz');
    expect(await screen.findByText('No one called “xyz” on this device')).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'Search on the server' })).toBeNull();
  });
});

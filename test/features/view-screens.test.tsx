import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAppRouter } from '../../src/app/router.tsx';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { setViewMode } from '../../src/lib/view-mode.ts';
import { donationRow } from '../helpers/donation-row.ts';
import { makeBook } from './book-app.ts';
import { makeInteraction } from './call-maker.ts';
import { CONTACT, makeContact } from './entry-maker.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { makeFlow } from './flow-maker.ts';
import { CATEGORY, makeCategory, makeLesson } from './lesson-app.ts';
import { makeEvent, makeNews } from './news-maker.ts';
import { IVAN, makeEmployee, makePerson, OLGA } from './people-maker.ts';
import { makeStaffTicket } from './staff-ticket-maker.ts';
import { setWidth } from './stub-browser.ts';
import { makeTask } from './task-maker.ts';

const { called, sync } = vi.hoisted(() => {
  const calls: string[] = [];
  const record = (name: string) => (verb: unknown) => {
    calls.push(name === 'account' ? String(verb) : name);
    return Promise.resolve({ ok: true, results: [] });
  };
  return { called: calls, sync: new Proxy({}, { get: (_, name) => record(String(name)) }) };
});
vi.mock('../../src/bridge/sync.ts', () => ({ sync }));
vi.mock('../../src/bridge/search.ts', () => ({
  search: {
    ...{ find: async () => null, duplicates: async () => [], recheck: () => {}, onChange: () => () => {} },
    findText: () => new Promise(() => {}),
  },
}));

const lesson = makeLesson(1);
const rows = {
  books: [makeBook(1)],
  categories: [makeCategory()],
  contacts: [makeContact({ id: CONTACT, owner_id: ANNA })],
  donations: [donationRow({ author_id: ANNA })],
  employees: [makeEmployee({ id: OLGA, in_team: true })],
  events: [makeEvent()],
  flows: [makeFlow()],
  interactions: [makeInteraction(ANNA)],
  lessons: [lesson],
  news: [makeNews()],
  people: [makePerson({ id: IVAN, responsible_id: ANNA })],
  staff_tickets: [makeStaffTicket()],
  tasks: [makeTask({ assignee_id: ANNA, author_id: ANNA })],
};

/** Values of the route parameters. All other parameters get Anna's id. */
const params: Readonly<Record<string, string>> = {
  bookId: rows.books[0]!.id,
  callId: rows.interactions[0]!.id,
  categoryId: CATEGORY,
  contactId: CONTACT,
  donationId: rows.donations[0]!.id,
  employeeId: OLGA,
  eventId: rows.events[0]!.id,
  flowId: rows.flows[0]!.id,
  itemId: rows.news[0]!.id,
  lessonId: lesson.id,
  personId: IVAN,
  taskId: rows.tasks[0]!.id,
  ticketId: rows.staff_tickets[0]!.id,
  what: 'email',
};

/** All paths of the router that require a login. */
const paths = Object.entries(createAppRouter(null, createMemoryHistory()).routesByPath)
  .filter(([, route]) => (route as { id: string }).id.startsWith('/_member/'))
  .map(([path]) => path.replaceAll(/\$(\w+)/g, (_, name: string) => params[name] ?? ANNA));

beforeEach(() => {
  called.length = 0;
  setWidth(1440);
});
afterEach(() => setViewMode(null));

/**
 * Calls to the sync worker that the screens of a view may make: the worker fetches and syncs, but in a view it sends
 * only requests that read.
 */
const mayBeCalled = /^(fetch\w*|syncNow|refetch|download|book|landingUrl|linkRequests|telegramLink|checkImport)$/;

async function contentOf(db: PhoneDb): Promise<Record<string, unknown[]>> {
  const tables = db.tables.map(async (table) => [table.name, await table.toArray()] as const);
  return Object.fromEntries(await Promise.all(tables));
}

/** Waits until the screen has read its data and shows it. */
const settle = async (): Promise<void> => {
  await waitFor(() => {
    expect(screen.getAllByRole('heading', { level: 1 }).length).toBeGreaterThan(0);
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
  });
  await act(async () => new Promise<void>((resolve) => setImmediate(resolve)));
};

const controls = 'button, input[type="checkbox"], input[type="radio"], [role="switch"], [role="menuitem"]';
const fields = 'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea';

/**
 * Types into every field of the screen and presses every control, and then does the same in the dialog that this has
 * opened.
 */
async function tryToChange(path: () => string): Promise<void> {
  const at = path();
  const pressed = new Set<Element>();
  for (let round = 0; round < 3; round += 1) {
    // A new language replaces the screen while its texts are loaded.
    await waitFor(() => expect(document.querySelector('main')).not.toBeNull());
    const root = document.querySelector('[role="alertdialog"], [role="dialog"]') ?? document.querySelector('main')!;
    for (const field of root.querySelectorAll(fields))
      if (!pressed.has(field)) fireEvent.change(field, { target: { value: 'Changed in a view' } });
    for (const control of root.querySelectorAll(controls)) {
      // In a view, this button only ends the view.
      if (control.textContent === 'Log out') continue;
      if (pressed.has(control) || !control.isConnected || path() !== at) continue;
      pressed.add(control);
      fireEvent.click(control);
    }
    await act(async () => new Promise<void>((resolve) => setImmediate(resolve)));
  }
}

async function open(at: string) {
  const ports = freshPorts();
  const me = { is_staff: true, is_manager: true, is_superuser: true };
  const db = await openPhone(ports, me, { connection: 'online', last_fetched_at: new Date().toISOString() });
  for (const [table, all] of Object.entries(rows)) await db.table(table).bulkPut(all);
  const { path } = await showApp(at, ports);
  await settle();
  return { db, path };
}

it('the tests of view mode visit more than 70 screens', () => expect(paths.length).toBeGreaterThan(70));

it('outside of view mode, the typing and pressing of these tests changes data', async () => {
  const { db, path } = await open(`/tasks/${params['taskId']}`);
  await tryToChange(path);
  await waitFor(async () => expect(await db.outbox.count()).toBeGreaterThan(0));
});

it.each(paths)('the screen %s changes nothing in view mode, whatever is typed and pressed', async (at) => {
  setViewMode(() => {});
  const { db, path } = await open(at);
  const before = await contentOf(db);
  await tryToChange(path);
  const { meta, ...after } = await contentOf(db);
  const { meta: metaBefore, ...unchanged } = before;
  expect(after).toEqual(unchanged);
  // The text of a form that was not saved stays in the in-memory database of the view.
  const isDraft = (row: unknown): boolean => (row as { key: string }).key.startsWith('draft:');
  expect(meta?.filter((row) => !isDraft(row))).toEqual(metaBefore);
  expect(called.filter((name) => !mayBeCalled.test(name))).toEqual([]);
});

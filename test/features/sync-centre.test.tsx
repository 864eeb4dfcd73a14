// @vitest-environment jsdom
// Before Dexie is loaded: its live queries look for a database of the whole window.
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openPhoneDb, type DbPorts } from '../../src/db/db.ts';
import type { Entry } from '../../src/db/entry.ts';
import { dismissToast } from '../../src/ui/toast.ts';
import { ANNA, freshPorts, idleSync, logInOnPhone, makeMe, showApp } from './fake-app.tsx';

beforeAll(() => {
  window.matchMedia = (query) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => {},
      removeEventListener: () => {},
    }) as unknown as MediaQueryList;
  window.scrollTo = () => {};
});
afterEach(() => {
  cleanup();
  dismissToast();
});

const COMMENT = '0198c000-0000-7000-8000-00000000000';

function makeEntry(number: number, change: Partial<Entry>): Entry {
  return {
    op_id: `op-${number}`,
    lane: `comments:${COMMENT}${number}`,
    deps: [],
    atomic_group: null,
    kind: 'comment.add',
    v: 1,
    entity: 'comments',
    entity_id: `${COMMENT}${number}`,
    args: { lesson: null, parent: null, text: `Words ${number}`, at: '2026-05-03T10:00:00.000Z' },
    base: null,
    base_rev: 0,
    title: 'Listening',
    state: 'queued',
    frozen: null,
    attempts_net: 0,
    attempts_srv: 0,
    next_at: 0,
    lease: null,
    error: null,
    supersedes: null,
    at_client: Date.now(),
    clock_offset_ms: 0,
    app_version: '0.1.0',
    user_id: ANNA,
    device_id: ANNA,
    size_bytes: 420,
    background: 0,
    ...change,
  };
}

async function showWith(entries: Entry[], turn = idleSync.turn): Promise<DbPorts> {
  const ports = freshPorts();
  await logInOnPhone(ports, makeMe(), { connection: 'offline' });
  const db = openPhoneDb(ANNA, ports);
  await db.outbox.bulkAdd(entries);
  db.close();
  await showApp('/sync', ports, { ...idleSync, turn });
  await screen.findByRole('heading', { name: 'Sync centre' }, { timeout: 5000 });
  return ports;
}

it('a refused comment shows its reason and its words, and goes only when the person says so twice', async () => {
  await showWith([makeEntry(1, { state: 'rejected', error: { status: 409, code: 'comment_too_old', at: 0 } })]);
  const tray = await screen.findByRole('list', { name: 'Needs you' });
  expect(within(tray).getByText('Not accepted: A comment can be changed for 15 minutes only')).toBeTruthy();
  expect(within(tray).getByText('Words 1')).toBeTruthy();
  expect(within(tray).queryByRole('button', { name: 'Try again' })).toBeNull();
  fireEvent.click(within(tray).getByRole('button', { name: 'Throw away' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(screen.getByText('1 needs you', { selector: '[role=status]' })).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Throw away' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Needs you' })).toBeNull());
});

it('a stuck write goes again with the same key', async () => {
  await showWith([makeEntry(1, { state: 'parked', error: { status: 500, code: 'internal', at: 0 } })]);
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  const list = await screen.findByRole('list', { name: 'To send' });
  expect(within(list).getByText(/Words 1/)).toBeTruthy();
});

it('unsent writes stand oldest first, say what they wait for, and can be taken back', async () => {
  await showWith([
    makeEntry(1, {}),
    makeEntry(2, { state: 'waiting_dep', deps: ['op-1'] }),
    makeEntry(3, { frozen: '{}', state: 'sending' }),
    makeEntry(4, { kind: 'lesson.time', background: 1 }),
  ]);
  const rows = within(await screen.findByRole('list', { name: 'To send' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.match(/Words \d|Reading time/)?.[0])).toEqual([
    'Words 1',
    'Words 2',
    'Words 3',
    'Reading time',
  ]);
  expect(rows[1]?.textContent).toContain('Waits for: Comment: Listening');
  expect(within(rows[2]!).queryByText('Undo')).toBeNull();
  expect(screen.getAllByText('Offline, 3 to send').length).toBeGreaterThan(0);
  fireEvent.click(within(rows[0]!).getByText('Undo'));
  // What builds on it goes with it.
  await waitFor(() => expect(screen.queryByText(/Words [12]/)).toBeNull());
  expect(screen.getByText(/Words 3/)).toBeTruthy();
});

it('the button asks for a turn at once and says when it did not come off', async () => {
  const turn = vi.fn(async () => ({ ok: false, why: 'no_answer' }) as const);
  await showWith([makeEntry(1, {})], turn);
  fireEvent.click(screen.getByRole('button', { name: 'Send now' }));
  expect(await screen.findByText('It did not go through now. It will be tried again by itself.')).toBeTruthy();
  expect(turn).toHaveBeenCalledOnce();
});

import { beforeEach, expect, test, vi } from 'vitest';
import { activateUpdate } from '../../src/bridge/update.ts';
import { FakeClock } from '../helpers/phone.ts';

type WaitingVersion = { state: ServiceWorkerState; postMessage: (message: unknown) => void };

let clock: FakeClock;
let waitingVersion: WaitingVersion | null;
let messages: { to: 'old' | 'new'; type: string; at: number }[];
let reloads: number[];
let isSyncing: boolean;
let changeController: () => void;

const receiver = (to: 'old' | 'new', startedAt: number) => (message: unknown) =>
  void messages.push({ to, type: (message as { type: string }).type, at: clock.now() - startedAt });

beforeEach(() => {
  clock = new FakeClock();
  messages = [];
  reloads = [];
  isSyncing = true;
  waitingVersion = { state: 'installed', postMessage: receiver('new', clock.now()) };
});

function update(): void {
  const startedAt = clock.now();
  activateUpdate({
    waitingVersion: () => waitingVersion,
    controller: () => ({ postMessage: receiver('old', startedAt) }),
    onControllerChange: (listener) => (changeController = listener),
    stopSync: () => (isSyncing = false),
    reload: () => void reloads.push(clock.now() - startedAt),
    clock,
  });
}

test('an update stops sync, activates the new version, and reloads the page when that version takes over', () => {
  update();
  expect(isSyncing).toBe(false);
  expect(messages).toEqual([]);
  clock.pass(300);
  expect(messages).toEqual([{ to: 'new', type: 'skip-waiting', at: 300 }]);
  expect(reloads).toEqual([]);
  changeController();
  expect(reloads).toEqual([300]);
  // After the reload has started, the page sends no more messages, because they could delay the reload.
  clock.pass(14_000);
  expect(messages).toHaveLength(1);
  expect(reloads).toEqual([300]);
});

test('an update tells the old version to stop its work, and asks the new version every second to activate', () => {
  update();
  clock.pass(14_000);
  expect(messages.filter(({ to }) => to === 'old')).toEqual([{ to: 'old', type: 'let-go', at: 1_300 }]);
  const messagesToNewVersion = messages.filter(({ to }) => to === 'new');
  expect(messagesToNewVersion.map(({ at }) => at)).toEqual(
    Array.from({ length: 14 }, (_, second) => 300 + 1_000 * second),
  );
  expect(messagesToNewVersion.every(({ type }) => type === 'skip-waiting')).toBe(true);
});

test('an update without a takeover reloads the page after 15 s, and then again with growing pauses', () => {
  update();
  clock.pass(14_999);
  expect(reloads).toEqual([]);
  clock.pass(200_000);
  expect(reloads).toEqual([15_000, 45_000, 105_000]);
  expect(messages.every(({ at }) => at < 15_000)).toBe(true);
});

test('a takeover reloads the page even if an earlier reload has not ended', () => {
  update();
  clock.pass(16_000);
  changeController();
  expect(reloads).toEqual([15_000, 16_000]);
});

test.each([
  ['another tab has activated the new version', { state: 'activated' as const, postMessage: vi.fn() }],
  ['the new version has not been fetched yet', null],
])('an update reloads the page immediately if %s', (_, version) => {
  waitingVersion = version;
  update();
  expect(reloads).toEqual([0]);
  expect(isSyncing).toBe(true);
  clock.pass(60_000);
  expect(reloads).toEqual([0]);
  expect(messages).toEqual([]);
});

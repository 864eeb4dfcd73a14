import { beforeEach, expect, it, vi } from 'vitest';
import { stopOnSignal } from '../../server/stop.ts';

let signalListeners: Map<string | symbol, () => void>;
let exit: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  signalListeners = new Map();
  vi.spyOn(process, 'on').mockImplementation((signal, listener) => {
    signalListeners.set(signal, listener as () => void);
    return process;
  });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  return () => vi.useRealTimers();
});

/** Returns a server whose running requests end when `finish` is called. */
function createServer(drain_ms = 0) {
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const closeAllConnections = vi.fn<() => void>();
  const app = { close: vi.fn<() => Promise<void>>(() => promise), server: { closeAllConnections } };
  const close = vi.fn<() => Promise<void>>(async () => {});
  const state = { isStopping: false };
  type Server = Parameters<typeof stopOnSignal>[0];
  stopOnSignal({ app: app as unknown as Server['app'], state, drain_ms, close });
  return { app, close, finish, closeAllConnections, state };
}

it('a stopping server completes running requests, then closes the database and exits', async () => {
  const { app, close, finish } = createServer();
  signalListeners.get('SIGTERM')!();
  signalListeners.get('SIGINT')!();
  await vi.advanceTimersByTimeAsync(0);
  signalListeners.get('SIGINT')!();
  expect(app.close).toHaveBeenCalledTimes(1);
  expect(close).not.toHaveBeenCalled();
  finish();
  await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(0));
  expect(close).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('a stopping server cuts off open connections after 1.5 seconds and stops waiting after 4.5 seconds', async () => {
  const { closeAllConnections } = createServer();
  signalListeners.get('SIGINT')!();
  await vi.advanceTimersByTimeAsync(0);
  vi.advanceTimersByTime(1_499);
  expect(closeAllConnections).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(closeAllConnections).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_999);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(exit).toHaveBeenCalledWith(1);
});

it('a stopping server reports that it stops, and accepts requests until the time to drain is over', async () => {
  const { app, state } = createServer(3_000);
  signalListeners.get('SIGTERM')!();
  expect(state.isStopping).toBe(true);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(app.close).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(app.close).toHaveBeenCalledTimes(1);
});

it('a second signal ends the time to drain', async () => {
  const { app } = createServer(3_000);
  signalListeners.get('SIGTERM')!();
  signalListeners.get('SIGTERM')!();
  await vi.advanceTimersByTimeAsync(0);
  expect(app.close).toHaveBeenCalledTimes(1);
});

import { expect, it, vi } from 'vitest';
import {
  installPrompt,
  keepEarlyInstallPrompt,
  listenForInstall,
  onInstallPrompt,
  promptInstall,
} from '../../src/lib/install.ts';

function fireInstallEvent() {
  const prompt = vi.fn<() => Promise<unknown>>().mockResolvedValue({ outcome: 'accepted' });
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  dispatchEvent(event);
  // The browser must not show a prompt of its own.
  expect(event.defaultPrevented).toBe(true);
  return { event, prompt };
}

it('offers to install the app with an event that came before the app had started, and with each later one', async () => {
  keepEarlyInstallPrompt();
  const early = fireInstallEvent();
  listenForInstall();
  expect(installPrompt()).toBe(early.event);
  const listener = vi.fn<() => void>();
  const stop = onInstallPrompt(listener);
  await promptInstall();
  expect(early.prompt).toHaveBeenCalledTimes(1);
  expect(installPrompt()).toBeNull();
  const late = fireInstallEvent();
  expect(installPrompt()).toBe(late.event);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  dispatchEvent(new Event('appinstalled'));
  expect(installPrompt()).toBeNull();
  expect(listener).toHaveBeenCalledTimes(2);
});

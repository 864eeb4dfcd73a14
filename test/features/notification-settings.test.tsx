import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Me } from '../../contract/entities/me.ts';
import { sync } from '../../src/bridge/sync.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { saveDeviceValue, savedDeviceValue } from '../../src/db/schema/device.ts';
import { withDevice } from '../../src/db/schema/with-device.ts';
import { renewPush } from '../../src/features/profile/device-push.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { stubNavigator } from './stub-browser.ts';

const KEY = 'BAUG';
const SENT = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', p256dh: '-_8', auth: 'AQID' };
const bytes = (...values: number[]) => new Uint8Array(values).buffer;

/** A fake push API of a browser, with the user's response to the permission prompt. */
class FakeBrowser {
  permission: NotificationPermission = 'default';
  answer: NotificationPermission = 'granted';
  isSubscribed = false;
  reachesService = true;
  readonly change = new EventTarget();
  readonly asked = vi.fn<() => Promise<NotificationPermission>>(async () => {
    this.permission = this.answer;
    return this.permission;
  });

  subscription = () => ({
    endpoint: SENT.endpoint,
    options: { applicationServerKey: bytes(4, 5, 6) },
    getKey: (name: string) => (name === 'auth' ? bytes(1, 2, 3) : bytes(251, 255)),
    unsubscribe: async () => {
      this.isSubscribed = false;
      return true;
    },
  });

  pushManager = {
    getSubscription: async () => (this.isSubscribed ? this.subscription() : null),
    subscribe: async () => {
      if (!this.reachesService) throw new DOMException('push service error', 'AbortError');
      this.isSubscribed = true;
      return this.subscription();
    },
  };

  install(): void {
    const container = Object.assign(new EventTarget(), {
      getRegistration: async () => ({ active: {}, pushManager: this.pushManager }),
    });
    stubNavigator('serviceWorker', container);
    stubNavigator('permissions', { query: async () => this.change });
    vi.stubGlobal('PushManager', class {});
    const { asked } = this;
    const permission = () => this.permission;
    vi.stubGlobal('Notification', {
      get permission() {
        return permission();
      },
      requestPermission: asked,
    });
    onTestFinished(() => void vi.unstubAllGlobals());
  }

  /** Revokes the permission, as the user does in the settings of the browser. */
  revoke(): void {
    this.permission = 'denied';
    this.isSubscribed = false;
    this.change.dispatchEvent(new Event('change'));
  }
}

let db: PhoneDb;
let browser: FakeBrowser;
const spyOnAccount = () => vi.spyOn(sync, 'account');
let account: ReturnType<typeof spyOnAccount>;

beforeEach(() => {
  browser = new FakeBrowser();
  account = spyOnAccount().mockImplementation((async (verb: string) =>
    verb === 'pushKey' ? { ok: true, key: KEY } : { ok: true }) as never);
});

async function showSettings(change: Partial<Me> = {}) {
  const ports = freshPorts();
  db = await openPhone(ports, { is_staff: true, ...change }, { connection: 'online' });
  return showApp('/profile/settings', ports);
}

const toggle = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
const device = () => toggle('Notifications on this device');
const calls = (name: string) => account.mock.calls.filter(([verb]) => verb === name);
const owner = () => withDevice((values) => savedDeviceValue(values, 'push_user'));
const queued = async () => (await db.outbox.orderBy('seq').toArray()).map(({ args }) => args);

describe('notifications on this device', () => {
  it("turns push notifications on after a tap and the user's permission, and off after another tap", async () => {
    browser.install();
    await showSettings();
    const control = await device();
    await waitFor(() => expect(control.disabled).toBe(false));
    expect(screen.getByText('You are asked for permission first.')).toBeTruthy();
    expect(browser.asked).not.toHaveBeenCalled();
    fireEvent.click(control);
    await waitFor(() => expect(control.checked).toBe(true));
    expect(browser.asked).toHaveBeenCalledOnce();
    expect(calls('subscribePush')).toEqual([['subscribePush', SENT]]);
    expect(await owner()).toBe(ANNA);
    fireEvent.click(control);
    await waitFor(() => expect(control.checked).toBe(false));
    expect(browser.isSubscribed).toBe(false);
    expect(calls('unsubscribePush')).toHaveLength(1);
    expect(await owner()).toBe(null);
  });

  it('says that a browser without push messages cannot show notifications, and disables the switch', async () => {
    await showSettings();
    expect(await screen.findByText(/^This browser cannot show notifications/)).toBeTruthy();
    expect((await device()).disabled).toBe(true);
  });

  it('explains how to allow notifications after they were blocked', async () => {
    browser.install();
    browser.answer = 'denied';
    await showSettings();
    const control = await device();
    await waitFor(() => expect(control.disabled).toBe(false));
    fireEvent.click(control);
    expect(await screen.findByText(/^Blocked\. Allow notifications for this site/)).toBeTruthy();
    expect(control.disabled).toBe(true);
    expect(calls('subscribePush')).toEqual([]);
  });

  it('leaves push notifications off if the permission request is dismissed', async () => {
    browser.install();
    browser.answer = 'default';
    await showSettings();
    const control = await device();
    await waitFor(() => expect(control.disabled).toBe(false));
    fireEvent.click(control);
    expect(await screen.findByText('Notifications are off until you allow them.')).toBeTruthy();
    expect(control.checked).toBe(false);
  });

  it('says that the browser cannot receive notifications if it does not reach its push service', async () => {
    browser.install();
    browser.reachesService = false;
    await showSettings();
    const control = await device();
    await waitFor(() => expect(control.disabled).toBe(false));
    fireEvent.click(control);
    expect(await screen.findByText(/^The browser cannot receive notifications now/)).toBeTruthy();
    expect(control.checked).toBe(false);
  });

  it('withdraws a new push subscription in the browser if the server cannot be reached', async () => {
    browser.install();
    account.mockImplementation((async (verb: string) =>
      verb === 'pushKey' ? { ok: true, key: KEY } : { ok: false, why: 'offline' }) as never);
    await showSettings();
    const control = await device();
    await waitFor(() => expect(control.disabled).toBe(false));
    fireEvent.click(control);
    expect(await screen.findByText('You need to be online to turn on notifications.')).toBeTruthy();
    expect(browser.isSubscribed).toBe(false);
    expect(await owner()).not.toBe(ANNA);
  });

  const showTurnedOn = async () => {
    Object.assign(browser, { permission: 'granted', isSubscribed: true });
    browser.install();
    const shown = await showSettings();
    await withDevice((values) => saveDeviceValue(values, 'push_user', ANNA));
    return shown;
  };

  it('shows push notifications as off when the permission is revoked while the app is open', async () => {
    await showTurnedOn();
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect((await device()).checked).toBe(true));
    browser.revoke();
    await waitFor(async () => expect((await device()).checked).toBe(false));
    expect(await screen.findByText(/^Blocked/)).toBeTruthy();
    await waitFor(() => expect(calls('unsubscribePush')).toHaveLength(1));
    expect(await owner()).toBe(null);
  });

  it('a logout unsubscribes from push notifications', async () => {
    const { session } = await showTurnedOn();
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(calls('subscribePush').length).toBeGreaterThan(0));
    await session.logOut('drop', () => {});
    await waitFor(() => expect(browser.isSubscribed).toBe(false));
  });

  it('ends the push subscription of a user who has logged out instead of renewing it', async () => {
    await showTurnedOn();
    await withDevice((values) => saveDeviceValue(values, 'current_user', null));
    await renewPush(ANNA);
    expect(browser.isSubscribed).toBe(false);
  });

  it('shows push notifications as off for a user if another user turned them on in this browser', async () => {
    Object.assign(browser, { permission: 'granted', isSubscribed: true });
    browser.install();
    await showSettings();
    await withDevice((values) => saveDeviceValue(values, 'push_user', 'someone else'));
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect((await device()).disabled).toBe(false));
    expect((await device()).checked).toBe(false);
  });
});

describe('notification settings of the account', () => {
  it('queues notification settings of the account, even if this browser has no push messages', async () => {
    await showSettings();
    for (const name of ['Leads and handovers', 'Due and new tasks', 'Replies to tickets', 'Show names and titles'])
      fireEvent.click(await toggle(name));
    await waitFor(async () =>
      expect(Object.assign({}, ...(await queued()))).toEqual({
        ...{ push_leads: false, push_tasks: false, push_tickets: false, push_names: true },
      }),
    );
    await waitFor(async () => expect((await toggle('Leads and handovers')).checked).toBe(false));
  });

  it('offers members only notifications about their own requests', async () => {
    await showSettings({ is_staff: false });
    expect(await toggle('Answers to my requests')).toBeTruthy();
    expect(screen.queryByRole('switch', { name: 'Leads and handovers' })).toBeNull();
    expect(screen.queryByRole('switch', { name: 'Due and new tasks' })).toBeNull();
  });

  it('turns quiet hours on from 22:00, changes them and turns them off', async () => {
    await showSettings();
    fireEvent.click(await toggle('Quiet hours'));
    await waitFor(async () => expect(await queued()).toEqual([{ quiet_hours: '22:00-07:00' }]));
    const hour = (await screen.findAllByRole('spinbutton', { name: /hour/i }))[0]!;
    fireEvent.keyDown(hour, { key: 'ArrowUp' });
    await waitFor(async () => expect((await queued()).at(-1)).toEqual({ quiet_hours: '23:00-07:00' }));
    fireEvent.click(await toggle('Quiet hours'));
    await waitFor(async () => expect((await queued()).at(-1)).toEqual({ quiet_hours: null }));
  });

  it('does not save quiet hours that start and end at the same time', async () => {
    await showSettings({ quiet_hours: '08:00-07:00' });
    const hour = (await screen.findAllByRole('spinbutton', { name: /hour/i }))[0]!;
    fireEvent.keyDown(hour, { key: 'ArrowDown' });
    expect(await screen.findByText('Choose two different times')).toBeTruthy();
    expect(await queued()).toEqual([]);
  });
});

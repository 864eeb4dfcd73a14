import { expose } from 'comlink';
import type { Done, SyncApi } from '../src/bridge/sync-api.ts';
import { openDeviceDb } from '../src/db/db.ts';
import { savedDevice } from '../src/db/device.ts';
import { browserPorts } from '../src/lib/browser-ports.ts';
import { log } from '../src/lib/log.ts';
import { openPhone, type Phone } from './sync/phone.ts';

const ports = browserPorts((url, init) => fetch(url, init));
let phone: Phone | null = null;
let isVisible = true;
/** What is asked while a phone is being opened waits for it. */
let opening: Promise<unknown> = Promise.resolve();

const started = async (): Promise<Phone | null> => {
  await opening.catch(() => {});
  return phone;
};

async function begin(user_id: string): Promise<Phone> {
  await phone?.close();
  const opened = await openPhone(ports, user_id);
  phone = opened;
  opened.loop.afterTurn = (outcome) => {
    warm();
    if (outcome !== 'done') return;
    fetchMedia(opened);
    opened.keepWork().catch((error: unknown) => log.warn('no key to lock work with', error));
  };
  return opened;
}

const silent: Done = { ok: false, why: 'no_answer' };

function fetchMedia(opened: Phone): void {
  if (!('caches' in globalThis)) return;
  void import('./sync/media.ts')
    .then(({ fetchPictures }) => fetchPictures(opened.db, caches, (url, init) => fetch(url, init)))
    .catch((error: unknown) => log.warn('pictures', error));
}

/** What sends, logs out and uploads must be here before the network goes. */
let warmed: Promise<unknown> | null = null;
function warm(): void {
  warmed ??= Promise.all([import('./sync/push.ts'), import('./sync/account.ts'), import('./sync/uploads.ts')]).catch(
    (error: unknown) => {
      warmed = null;
      log.warn('some code did not come', error);
    },
  );
}

async function doneOf(opened: Phone): Promise<Done> {
  const outcome = await opened.loop.ask();
  if (outcome === 'done') return { ok: true };
  return { ok: false, why: outcome === 'busy' ? 'busy' : ports.isOnline() ? 'no_answer' : 'offline' };
}

const api: SyncApi = {
  login: async (credentials) => {
    const device = openDeviceDb(ports);
    try {
      return await (await import('./sync/account.ts')).login(ports, device, credentials);
    } finally {
      device.close();
    }
  },
  start: async (user_id) => {
    if (phone?.actor.user_id === user_id) return;
    const begun = begin(user_id);
    opening = begun;
    const opened = await begun;
    await opened.start();
    opened.visible(isVisible);
  },
  turn: async () => {
    const here = await started();
    return here ? doneOf(here) : silent;
  },
  visible: async (is_visible) => {
    isVisible = is_visible;
    phone?.visible(is_visible);
  },
  online: async () => phone?.loop.nudge('online'),
  fetchPage: async (key) => (await started())?.fetchPage(key) ?? silent,
  fetchBlob: async (sha256) => (await started())?.fetchBlob(sha256) ?? silent,
  refetch: async (group) => {
    const here = await started();
    if (!here) return silent;
    await here.refetch(group);
    return doneOf(here);
  },
  revokeDevice: async (id) => (await started())?.revokeDevice(id) ?? silent,
  logout: async (mode) => {
    const leaving = (await started()) ?? (await openCurrent());
    if (!leaving) return { ok: true };
    const result = await leaving.logout(mode);
    if (result.ok) phone = null;
    return result;
  },
};

/** Somebody whose login ran out has no phone open here, and may log out all the same. */
async function openCurrent(): Promise<Phone | null> {
  const device = openDeviceDb(ports);
  const user = await savedDevice(device, 'current_user');
  device.close();
  return user ? begin(user.id) : null;
}

expose(api);

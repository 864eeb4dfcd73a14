import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import { REFRESH_COOKIE } from '../../server/features/accounts/sessions.ts';
import { Client } from '../e2e/helpers/client.ts';
import type { Who } from '../e2e/helpers/phone.ts';
import { searchFiles } from '../e2e/helpers/profile-files.ts';
import type { Server } from '../e2e/helpers/start-server.ts';
import { buttonNamed, shows, until, type DrivenPage } from './driven-page.ts';
import { isTokenValid, refresh, type Keys } from './session-check.ts';

const FIRST = 'consultant@example.org';
const SECOND = 'consultant2@example.org';
const COMMENT = 'Written while the server was away.';

/** Strings from the first person's data, which are searched for in the files of the browser. */
const TRACES = ['Call Sergey B.', 'Olga Sommer', 'Petrov', FIRST, COMMENT];

/** Tables that are filled by the first mirror. */
const MIRRORED = ['me', 'people', 'contacts', 'tasks', 'lessons'];

const pillShows = (text: string): string =>
  `document.querySelector('a[href="/sync"] [role=status]')?.textContent.includes(${JSON.stringify(text)})`;

/**
 * Opens a path of this site by a reload. Other navigations leave a page in the back/forward cache, which in WebKit
 * still blocks databases now and then.
 */
async function reloadAt(page: DrivenPage, path: string): Promise<void> {
  const script = `globalThis.isOld = true; history.replaceState({}, '', ${JSON.stringify(path)}); location.reload();`;
  // The reload may end the script before it responds.
  await page.run(`setTimeout(() => { ${script} }); return true`);
  await until(page, 'the reload', `globalThis.isOld === undefined && document.readyState === 'complete'`);
}

async function logIn(page: DrivenPage, who: Who): Promise<void> {
  await until(page, 'the login screen', buttonNamed('Log in'));
  await page.type('form input', `${who}@example.org`);
  await page.type('form input[type=password]', DEMO_PASSWORD);
  await page.press('Log in');
  await until(page, 'the first sync', pillShows('Up to date'));
}

/** Logs out in the settings. `before` runs once these are open, for example to cut the network. */
async function logOut(page: DrivenPage, before = async (): Promise<void> => {}): Promise<void> {
  await reloadAt(page, '/profile/settings');
  await until(page, 'the settings', buttonNamed('Log out'));
  await until(page, 'the offline copy', `navigator.serviceWorker?.controller?.state === 'activated'`);
  await before();
  await page.press('Log out');
  await until(page, 'the logout', buttonNamed('Log in'));
  // On a busy machine the login screen does not wait for the end of the deletion.
  await until(page, 'the deletion of the database', `(await indexedDB.databases()).length === 1`);
}

/** Returns all rows of a table in the user's database. */
const rowsOf = (page: DrivenPage, table: string): Promise<unknown> =>
  page.run(`
    const found = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const known = await indexedDB.databases();
    const { name } = known.find(({ name }) => name.startsWith('haversack-') && name !== 'haversack-device');
    const db = await found(indexedDB.open(name));
    const rows = await found(db.transaction('${table}').objectStore('${table}').getAll());
    db.close();
    return rows;`);

/**
 * Returns what a page can still read: databases, rows of the device's database, the token, and caches with a person's
 * files.
 */
const left = (page: DrivenPage): Promise<unknown> =>
  page.run(`
    const found = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const device = await found(indexedDB.open('haversack-device'));
    const values = await found(device.transaction('values').objectStore('values').getAll());
    const locked = await found(device.transaction('locked').objectStore('locked').count());
    device.close();
    const text = JSON.stringify(values) + JSON.stringify(localStorage) + JSON.stringify(sessionStorage);
    const files = (await caches.keys()).filter((name) => name.endsWith('-files'));
    const current = values.find(({ key }) => key === 'current_user')?.value ?? null;
    const traces = ${JSON.stringify(TRACES)}.filter((trace) => text.includes(trace));
    const token = localStorage.getItem('token');
    return { databases, current, locked, traces, files, token, buckets: 'storageBuckets' in navigator };`);

const nothing = {
  databases: ['haversack-device'],
  current: null,
  locked: 0,
  traces: [],
  files: [],
  token: null,
  buckets: false,
};

/** Returns the keys of the session on this device. Where the browser has the refresh cookie, it is exchanged once. */
async function sessionKeys(page: DrivenPage, url: string): Promise<Keys> {
  const meta = (await rowsOf(page, 'meta')) as { key: string; value: unknown }[];
  const token = String(meta.find(({ key }) => key === 'token')?.value);
  equal(await isTokenValid(url, token), true, 'the token is valid before the logout');
  const cookie = await page.cookie(REFRESH_COOKIE);
  if (cookie === undefined) return { token, cookie };
  const fresh = await refresh(url, { token, cookie });
  equal(fresh.status, 200, 'the refresh cookie is valid before the logout');
  notEqual(fresh.cookie, undefined, 'the refresh replaces the cookie');
  return { token, cookie: fresh.cookie };
}

/** Opens a lesson while the server is gone, comments on it, and checks that the comment arrives once. */
async function commentOffline(page: DrivenPage, server: Server): Promise<void> {
  const lessons = (await rowsOf(page, 'lessons')) as { id: string; title: string }[];
  const [lesson] = lessons;
  if (!lesson) throw new Error('there is no lesson');
  await until(page, 'the offline copy', `navigator.serviceWorker?.controller?.state === 'activated'`);
  await server.kill();
  await reloadAt(page, `/lesson/view/${lesson.id}`);
  await until(page, 'the lesson from this device', shows(lesson.title));
  await page.type('textarea', COMMENT);
  await page.press('Send');
  await until(page, 'the comment on the screen', shows(COMMENT));
  await until(page, 'the unsent comment in the pill', pillShows('to send'));
  await server.start();
  await until(page, 'the comment at the server', pillShows('Up to date'));
  const client = await Client.logIn(server.url, 'learner');
  const arrived = (await client.comments(lesson.id)).filter((text) => text === COMMENT);
  equal(arrived.length, 1, 'the comment arrived once');
  const outbox = (await rowsOf(page, 'outbox')) as { entity: string }[];
  equal(outbox.filter(({ entity }) => entity === 'comments').length, 0, 'the comment is still in the outbox');
}

/** Returns the files of the site's storage and the browser's own files that contain a trace. */
function tracesIn({ profile }: DrivenPage): { stored: string[]; own: string[] } {
  const hits = profile === null ? [] : searchFiles(profile, TRACES);
  const isStored = (hit: string): boolean => hit.startsWith('storage/');
  return { stored: hits.filter(isStored), own: hits.filter((hit) => !isStored(hit)) };
}

/**
 * Lets one person work offline and log out. The next person sees none of that person's data, and logs out while the
 * server is not running.
 */
export async function journey(page: DrivenPage, server: Server): Promise<string> {
  const { url } = server;
  await page.goto(`${url}/profile/view`);
  await logIn(page, 'consultant');
  await until(page, 'the profile', shows(FIRST));
  for (const table of MIRRORED) notEqual(((await rowsOf(page, table)) as unknown[]).length, 0, `${table} are mirrored`);
  const sealed = await page.run(`return localStorage.getItem('token')`);
  equal(String(sealed).split('.').length, 1, 'the token in localStorage is encrypted');
  await commentOffline(page, server);
  const before = tracesIn(page);
  const keys = await sessionKeys(page, url);
  await logOut(page);
  deepEqual(await left(page), nothing);
  equal(await isTokenValid(url, keys.token), false, 'the token is valid after the logout');
  if (keys.cookie !== undefined) equal((await refresh(url, keys)).status, 401, 'the cookie after the logout');
  await reloadAt(page, '/profile/view');
  await logIn(page, 'consultant2');
  await until(page, 'the profile of the next person', shows(SECOND));
  equal(await page.run(`return ${shows(FIRST)}`), false, 'the next person sees the first one');
  await logOut(page, () => server.kill());
  deepEqual(await left(page), nothing);
  const cookie = keys.cookie === undefined ? 'the browser stores none over http' : 'ended';
  if (page.profile === null) return `a comment arrived once; refresh cookie: ${cookie}; files: none, kept in memory`;
  const after = tracesIn(page);
  deepEqual(after.stored, [], 'traces in the storage of the site');
  const files = `traces in the site's files: ${before.stored.length} while logged in, 0 afterwards`;
  return `a comment arrived once; refresh cookie: ${cookie}; ${files}; in its own: ${after.own.join(', ') || 'none'}`;
}

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

/** Opens a path of this site, and checks that the browser does not keep the previous page in its back/forward cache. */
async function goTo(page: DrivenPage, url: string, path: string): Promise<void> {
  await page.run(`addEventListener('pagehide', ({ persisted }) => sessionStorage.setItem('kept', persisted))`);
  await page.goto(url + path);
  await until(page, 'the next page', `document.readyState === 'complete'`);
  equal(await page.run(`return sessionStorage.getItem('kept')`), 'false', 'the browser keeps the page that was left');
}

async function logIn(page: DrivenPage, who: Who): Promise<void> {
  await until(page, 'the login screen', buttonNamed('Log in'));
  await page.type('form input', `${who}@example.org`);
  await page.type('form input[type=password]', DEMO_PASSWORD);
  await page.press('Log in');
  await until(page, 'the first sync', pillShows('Up to date'));
}

/** An expression for all rows of a table in the user's database. */
const rowsExpression = (table: string): string => `(await (async () => {
    const found = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const known = await indexedDB.databases();
    const { name } = known.find(({ name }) => name.startsWith('haversack-') && name !== 'haversack-device');
    const db = await found(indexedDB.open(name));
    const rows = await found(db.transaction('${table}').objectStore('${table}').getAll());
    db.close();
    return rows;
  })())`;

const rowsOf = (page: DrivenPage, table: string): Promise<unknown> => page.run(`return ${rowsExpression(table)}`);

/** Logs out in the settings. `before` runs once the settings are open, for example to cut the network. */
async function logOut(page: DrivenPage, url: string, before = async (): Promise<void> => {}): Promise<void> {
  await goTo(page, url, '/profile/settings');
  await until(page, 'the settings', buttonNamed('Log out'));
  await until(page, 'the offline copy', `navigator.serviceWorker?.controller?.state === 'activated'`);
  // The reading time of the lesson is sent in the background; a logout would keep it in encrypted form.
  await until(page, 'the end of sending', `${rowsExpression('outbox')}.length === 0`);
  await before();
  await page.press('Log out');
  await until(page, 'the logout', buttonNamed('Log in'));
  // On a busy machine the login screen does not wait for the end of the deletion.
  await until(page, 'the deletion of the database', `(await indexedDB.databases()).length === 1`);
}

/**
 * Returns what a page can still read: databases, rows of the device's database, the token, and caches with a person's
 * files.
 */
const readableData = (page: DrivenPage): Promise<unknown> =>
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

/**
 * Returns the keys of the session on this device. If the driver shows the refresh cookie, the cookie is first exchanged
 * for a new one.
 */
async function sessionKeys(page: DrivenPage, { url }: Server, origin: string): Promise<Keys> {
  const meta = (await rowsOf(page, 'meta')) as { key: string; value: unknown }[];
  const token = String(meta.find(({ key }) => key === 'token')?.value);
  equal(await isTokenValid(url, token), true, 'the token is valid before the logout');
  const cookie = await page.cookie(REFRESH_COOKIE);
  if (cookie === undefined) return { token, cookie };
  const fresh = await refresh({ url, origin }, { token, cookie });
  equal(fresh.status, 200, 'the refresh cookie is valid before the logout');
  notEqual(fresh.cookie, undefined, 'the refresh replaces the cookie');
  return { token, cookie: fresh.cookie };
}

/** Opens a lesson while the server is gone, comments on it, and checks that the comment arrives once. */
async function commentOffline(page: DrivenPage, url: string, server: Server): Promise<void> {
  const lessons = (await rowsOf(page, 'lessons')) as { id: string; title: string }[];
  const [lesson] = lessons;
  if (!lesson) throw new Error('there is no lesson');
  await until(page, 'the offline copy', `navigator.serviceWorker?.controller?.state === 'activated'`);
  await server.kill();
  await goTo(page, url, `/lesson/view/${lesson.id}`);
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
 * One person works offline and logs out. The next person sees none of that person's data, and logs out while the server
 * is not running. `url` is the address of the server for the browser.
 */
export async function journey(page: DrivenPage, server: Server, url: string): Promise<string> {
  await page.goto(`${url}/profile/view`);
  await logIn(page, 'consultant');
  await until(page, 'the profile', shows(FIRST));
  for (const table of MIRRORED) notEqual(((await rowsOf(page, table)) as unknown[]).length, 0, `${table} are mirrored`);
  const sealed = await page.run(`return localStorage.getItem('token')`);
  equal(String(sealed).split('.').length, 1, 'the token in localStorage is encrypted');
  await commentOffline(page, url, server);
  const before = tracesIn(page);
  const keys = await sessionKeys(page, server, url);
  await logOut(page, url);
  deepEqual(await readableData(page), nothing);
  equal(await isTokenValid(server.url, keys.token), false, 'the token is valid after the logout');
  if (keys.cookie !== undefined)
    equal((await refresh({ url: server.url, origin: url }, keys)).status, 401, 'the cookie after the logout');
  await goTo(page, url, '/profile/view');
  await logIn(page, 'consultant2');
  await until(page, 'the profile of the next person', shows(SECOND));
  equal(await page.run(`return ${shows(FIRST)}`), false, 'the next person sees the first one');
  await logOut(page, url, () => server.kill());
  deepEqual(await readableData(page), nothing);
  const cookie = keys.cookie === undefined ? 'not shown by the driver' : 'ended';
  if (page.profile === null) return `a comment arrived once; refresh cookie: ${cookie}; files: none, kept in memory`;
  const after = tracesIn(page);
  deepEqual(after.stored, [], 'traces in the storage of the site');
  const files = `traces in the site's files: ${before.stored.length} while logged in, 0 afterwards`;
  return `a comment arrived once; refresh cookie: ${cookie}; ${files}; in its own: ${after.own.join(', ') || 'none'}`;
}

import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { REFRESH_COOKIE } from '../../../server/features/accounts/sessions.ts';
import { Client } from '../../e2e/helpers/client.ts';
import { searchFiles } from '../../e2e/helpers/profile-files.ts';
import { readableData, rowsOf, waitForRow, waitUntilDeleted, waitUntilSent } from '../device-data.ts';
import { button, click, type DrivenPage, showsText, waitUntil, evaluate } from '../driven-page.ts';
import type { EngineName } from '../engines.ts';
import { isTokenValid, refreshSession, type SessionCredentials } from '../session-check.ts';
import { goTo, logIn, pillShows, waitForOfflineCopy, writeComment } from '../steps.ts';
import type { World } from '../world.ts';
import { searchedLaterJourney } from './searched-later.ts';

const FIRST_EMAIL = 'consultant@example.org';
const SECOND_EMAIL = 'consultant2@example.org';
const COMMENT = 'Written while the server was down.';

/** Strings from the first person's data, which are searched for in the files of the browser. */
const TRACES = ['Call Sergey B.', 'Olga Sommer', 'Petrov', FIRST_EMAIL, COMMENT];

/** Tables that the first sync fills. */
const MIRRORED = ['me', 'people', 'contacts', 'tasks', 'lessons'];

/** What a page can read after a logout. */
const afterLogout = { databases: ['haversack-device'], current: null, locked: 0, traces: [], files: [], token: null };

/** Logs out in the settings. `before` runs when the settings are open, for example to cut the network. */
async function logOut(page: DrivenPage, url: string, before = async (): Promise<void> => {}): Promise<void> {
  await goTo(page, `${url}/profile/settings`);
  await waitUntil(page, 'the settings', button('Log out'));
  await waitForOfflineCopy(page);
  // The reading time of the lesson is sent in the background; a logout before that would keep the reading time on the device in encrypted form.
  await waitUntilSent(page);
  await before();
  await click(page, button('Log out'));
  await waitUntil(page, 'the logout', button('Log in'));
  // Wait for the deletion: on a slow machine the app can show the login screen before the deletion ends.
  await waitUntilDeleted(page);
}

/**
 * Returns the credentials of the session on this device. If the driver shows the refresh cookie, the cookie is first exchanged
 * for a new one.
 */
async function readCredentials(
  page: DrivenPage,
  { network: { url }, url: origin }: World,
): Promise<SessionCredentials> {
  const meta = await rowsOf<{ key: string; value: unknown }>(page, 'meta');
  const token = String(meta.find(({ key }) => key === 'token')?.value);
  equal(await isTokenValid(url, token), true, 'the token is valid before the logout');
  const cookie = await page.cookie(REFRESH_COOKIE);
  if (cookie === undefined) return { token, cookie };
  const refreshed = await refreshSession({ url, origin }, { token, cookie });
  equal(refreshed.status, 200, 'the refresh cookie is valid before the logout');
  notEqual(refreshed.cookie, undefined, 'the refresh replaces the cookie');
  return { token, cookie: refreshed.cookie };
}

/** Opens a lesson while the server is down, comments on it, and checks that the comment arrives once. */
async function commentOffline(page: DrivenPage, { server, url }: World): Promise<void> {
  const [lesson] = await rowsOf<{ id: string; title: string }>(page, 'lessons');
  if (!lesson) throw new Error('this device has no lesson');
  await waitForOfflineCopy(page);
  await server.kill();
  await goTo(page, `${url}/lesson/view/${lesson.id}`);
  await waitUntil(page, 'the lesson from this device', showsText(lesson.title));
  await writeComment(page, COMMENT);
  await waitUntil(page, 'the comment on the screen', showsText(COMMENT));
  await waitUntil(page, 'the unsent comment in the pill', pillShows('to send'));
  await server.start();
  await waitUntil(page, 'the comment at the server', pillShows('Up to date'));
  const client = await Client.logIn(server.url, 'learner');
  const arrived = (await client.comments(lesson.id)).filter((text) => text === COMMENT);
  equal(arrived.length, 1, 'the comment arrived once');
  const outbox = await rowsOf<{ entity: string }>(page, 'outbox');
  equal(outbox.filter(({ entity }) => entity === 'comments').length, 0, 'the comment is still in the outbox');
}

/** The folders in which Firefox and Chromium keep the data that sites store. */
const siteFolders =
  /^(storage|Default\/(IndexedDB|WebStorage|Local Storage|Session Storage|Service Worker|File System))\//;

/** Returns the files of the site's storage and the browser's own files that contain a trace. */
function searchForTraces({ profile }: DrivenPage): { stored: string[]; own: string[] } {
  const files = profile === null ? [] : searchFiles(profile, TRACES);
  const isStored = (file: string): boolean => siteFolders.test(file);
  return { stored: files.filter(isStored), own: files.filter((file) => !isStored(file)) };
}

/**
 * One person works offline and logs out. The next person sees none of that person's data, and logs out while the server
 * is not running.
 */
async function logOutTwice(world: World): Promise<string> {
  const { server, network, url } = world;
  const page = await world.openDevice();
  await page.goto(`${url}/profile/view`);
  await logIn(page, 'consultant');
  await waitUntil(page, 'the profile', showsText(FIRST_EMAIL));
  // Contacts are stored packed at first, and are in their table only after they have been unpacked.
  for (const table of MIRRORED) await waitForRow(page, `the mirrored ${table}`, table, 'true');
  const storedToken = await evaluate(page, `localStorage.getItem('token')`);
  equal(String(storedToken).split('.').length, 1, 'the token in localStorage is encrypted');
  await commentOffline(page, world);
  const before = searchForTraces(page);
  const credentials = await readCredentials(page, world);
  await logOut(page, url);
  deepEqual(await readableData(page, TRACES), afterLogout);
  equal(await isTokenValid(server.url, credentials.token), false, 'the token is valid after the logout');
  if (credentials.cookie !== undefined)
    equal(
      (await refreshSession({ url: network.url, origin: url }, credentials)).status,
      401,
      'the cookie after the logout',
    );
  await goTo(page, `${url}/profile/view`);
  await logIn(page, 'consultant2');
  await waitUntil(page, 'the profile of the next person', showsText(SECOND_EMAIL));
  equal(await evaluate(page, showsText(FIRST_EMAIL)), false, 'the next person sees the first one');
  await logOut(page, url, () => server.kill());
  deepEqual(await readableData(page, TRACES), afterLogout);
  const cookie = `refresh cookie: ${credentials.cookie === undefined ? 'not shown by the driver' : 'ended'}`;
  if (page.profile === null) return `${page.name}; a comment arrived once; ${cookie}; files: none, kept in memory`;
  const after = searchForTraces(page);
  deepEqual(after.stored, [], 'traces in the storage of the site');
  const files = `traces in the site's files: ${before.stored.length} while logged in, 0 afterwards`;
  return `${page.name}; a comment arrived once; ${cookie}; ${files}; in its own: ${after.own.join(', ') || 'none'}`;
}

/** Two people log out, one after the other. Chromium's files are searched a minute later, too. */
export async function logoutJourney(world: World, engine: EngineName): Promise<string> {
  const result = await logOutTwice(world);
  if (engine !== 'chromium') return result;
  await world.server.start();
  return `${result}; later: ${await searchedLaterJourney(world.server.url)}`;
}

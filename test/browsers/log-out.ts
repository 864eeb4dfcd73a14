import { equal, deepEqual } from 'node:assert/strict';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import type { Who } from '../e2e/helpers/phone.ts';
import type { Server } from '../e2e/helpers/start-server.ts';
import { searchFiles } from '../e2e/helpers/profile-files.ts';
import { buttonNamed, until, type DrivenPage } from './driven-page.ts';

const FIRST = 'consultant@example.org';
const SECOND = 'consultant2@example.org';

/** Strings from the first person's data, which are searched for in the files of the browser. */
const TRACES = ['Call Sergey B.', 'Olga Sommer', 'Petrov', FIRST];

const shows = (text: string): string => `document.body.innerText.includes(${JSON.stringify(text)})`;

async function logIn(page: DrivenPage, url: string, who: Who): Promise<void> {
  await page.goto(url);
  await until(page, 'the log-in screen', buttonNamed('Log in'));
  await page.type('form input', `${who}@example.org`);
  await page.type('form input[type=password]', DEMO_PASSWORD);
  await page.press('Log in');
  await until(
    page,
    'the first sync',
    `document.querySelector('a[href="/sync"] [role=status]')?.textContent.includes('Up to date')`,
  );
}

/** `before` runs once the settings are open, for example to cut the network. */
async function logOut(page: DrivenPage, url: string, before = async (): Promise<void> => {}): Promise<void> {
  await page.goto(`${url}/profile/settings`);
  await until(page, 'the settings', buttonNamed('Log out'));
  await until(page, 'the offline copy', `navigator.serviceWorker?.controller?.state === 'activated'`);
  await before();
  await page.press('Log out');
  await until(page, 'the log-out', buttonNamed('Log in'));
}

/** What a page can still read: databases of people, the token, and caches with a person's files. */
const left = (page: DrivenPage): Promise<unknown> =>
  page.run(`
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const files = (await caches.keys()).filter((name) => name.endsWith('-files'));
    return { databases, files, token: localStorage.getItem('token'), buckets: 'storageBuckets' in navigator };`);

const nothing = { databases: ['haversack-device'], files: [], token: null, buckets: false };

/**
 * One person logs in and out. The next person sees none of that person's data, and logs out while the server is not
 * running.
 */
export async function logOutJourney(page: DrivenPage, server: Server): Promise<string> {
  const { url } = server;
  await logIn(page, `${url}/profile/view`, 'consultant');
  await until(page, 'the profile', shows(FIRST));
  const before = searchFiles(page.profile, TRACES).length;
  const token = await page.run(`return localStorage.getItem('token')`);
  equal(String(token).split('.').length, 1, 'the token in localStorage is encrypted');
  await logOut(page, url);
  deepEqual(await left(page), nothing);
  await logIn(page, `${url}/profile/view`, 'consultant2');
  await until(page, 'the profile of the next person', shows(SECOND));
  equal(await page.run(`return ${shows(FIRST)}`), false, 'the next person sees the first one');
  await logOut(page, url, () => server.kill());
  deepEqual(await left(page), nothing);
  const found = searchFiles(page.profile, TRACES);
  return `traces in its files: ${before} while logged in, ${found.length} afterwards ${found.join(', ')}`.trimEnd();
}

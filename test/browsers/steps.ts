import { equal } from 'node:assert/strict';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import type { Who } from '../e2e/helpers/phone.ts';
import { waitForRow } from './device-data.ts';
import { button, click, type DrivenPage, type Expression, field, fill, waitUntil, evaluate } from './driven-page.ts';

// Steps that several journeys take.

/** Returns an expression that is true while the sync status at the top right contains a text. */
export const pillShows = (text: string): Expression =>
  `document.querySelector('a[href="/sync"] [role=status]')?.textContent.includes(${JSON.stringify(text)})`;

/** Loads a URL of this site, and checks that the browser does not put the previous page into its back/forward cache. */
export async function goTo(page: DrivenPage, url: string): Promise<void> {
  await page.run(`addEventListener('pagehide', ({ persisted }) => sessionStorage.setItem('kept', persisted))`);
  await page.goto(url);
  await waitUntil(page, 'the next page', `document.readyState === 'complete'`);
  equal(
    await evaluate(page, `sessionStorage.getItem('kept')`),
    'false',
    'the previous page is in the back/forward cache',
  );
}

/** Opens another screen without reloading the page, like a tap on a link. */
export const showScreen = (page: DrivenPage, path: string): Promise<unknown> =>
  page.run(`history.pushState({}, '', ${JSON.stringify(path)})`);

/** Logs in on the open login screen, and waits for the first mirror. */
export async function logIn(page: DrivenPage, who: Who): Promise<void> {
  // Until the app is ready, the page itself shows the login. A step that has found a field of it before would fill in an
  // element that is no longer on the page.
  await waitUntil(page, 'the login screen of the app', `document.querySelector('#root input')?.checkVisibility()`);
  await fill(page, field('Email or phone'), `${who}@example.org`);
  await fill(page, field('Password'), DEMO_PASSWORD);
  await click(page, button('Log in'));
  await waitUntil(page, 'the first sync', pillShows('Up to date'));
}

/** Waits until the app has been cached and its service worker controls the page. */
export const waitForOfflineCopy = (page: DrivenPage): Promise<void> =>
  waitUntil(page, 'the offline copy', `navigator.serviceWorker?.controller?.state === 'activated'`);

/** Writes a comment on the open lesson. */
export async function writeComment(page: DrivenPage, text: string): Promise<void> {
  await fill(page, field('Write a comment'), text);
  await click(page, button('Send'));
  await waitForRow(page, 'the comment', 'comments', `row.text === ${JSON.stringify(text)}`);
}

/** Saves the open form of a contact. */
export async function saveContact(page: DrivenPage): Promise<void> {
  await click(page, button(/^Save (contact|anyway)$/));
  await waitUntil(page, 'the saved contact', `!/\\/(new|edit)$/.test(location.pathname)`);
}

import { equal } from 'node:assert/strict';
import type { Comment } from '../../../contract/entities/comment.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Lesson } from '../../../contract/entities/lesson.ts';
import { sendAll, readUnsentWrites } from '../arrivals.ts';
import { rowsOf } from '../device-data.ts';
import { button, click, type DrivenPage, field, fill, showsText, waitUntil, evaluate } from '../driven-page.ts';
import { goTo, logIn, saveContact, showScreen, waitForOfflineCopy, writeComment } from '../steps.ts';
import type { World } from '../world.ts';

const COMMENT = 'Written before the update.';

/** Code that is added to the service worker of the next build: a reply that names the build. */
const NEXT_BUILD = `
addEventListener('message', ({ data, ports }) => {
  if (data?.type === 'which-build') ports[0].postMessage('next');
});`;

/** Code that is added to the service workers of both builds: an entry in a cache for each page that is loaded. */
const COUNT_LOADS = `
addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.waitUntil(caches.open('loads').then((cache) => cache.put('/' + crypto.randomUUID(), new Response())));
});
`;

/** An expression for the number of pages that were loaded since the cache was last deleted. */
const loadCount = `(await (await caches.open('loads')).keys()).length`;

/** An expression for the answer of the service worker that controls the page. The old build never answers. */
const buildInControl = `(await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    navigator.serviceWorker.controller.postMessage({ type: 'which-build' }, [port2]);
  }))`;

/**
 * Publishes the next build, and waits until the browser has fetched it. The build is not activated before the user
 * agrees.
 */
async function fetchNextBuild(page: DrivenPage, { network }: World): Promise<void> {
  network.append('/sw.js', NEXT_BUILD);
  await page.run('await (await navigator.serviceWorker.ready).update()');
  const waiting = `(await navigator.serviceWorker.ready).waiting?.state === 'installed'`;
  await waitUntil(page, 'the next build', waiting);
}

/** Installs the update in the sync centre, and waits until the page has been loaded again by the next build. */
async function installUpdate(page: DrivenPage): Promise<void> {
  await showScreen(page, '/sync');
  await waitUntil(page, 'the offer', showsText('Update ready'));
  await page.run(`globalThis.isOldPage = true; await caches.delete('loads');`);
  await click(page, button('Update now'));
  await waitUntil(page, 'the reload', `!globalThis.isOldPage && document.readyState === 'complete'`);
  await waitUntil(page, 'the sync centre of the next build', button(/^(Send now|Refresh)$/));
  equal(await evaluate(page, buildInControl), 'next', 'the service worker of the next build controls the page');
  const isWaiting = await evaluate(page, '(await navigator.serviceWorker.ready).waiting !== null');
  equal(isWaiting, false, 'no version is waiting after the update');
  equal(await evaluate(page, loadCount), 1, 'one reload');
}

/**
 * A consultant has an unsent comment and a half-filled form when the app is updated while the server is stopped. After
 * the page has loaded the next build, the comment and the form are still there.
 */
export async function updateJourney(world: World): Promise<string> {
  const { server, network, url } = world;
  network.prepend('/sw.js', COUNT_LOADS);
  const page = await world.openDevice();
  await page.goto(`${url}/`);
  await logIn(page, 'consultant');
  await waitForOfflineCopy(page);
  const lesson = (await rowsOf<Lesson>(page, 'lessons')).find(({ language }) => language === 'en');
  if (!lesson) throw new Error('this device has no lesson in English');
  await fetchNextBuild(page, world);
  await server.kill();
  await showScreen(page, `/lesson/view/${lesson.id}`);
  await writeComment(page, COMMENT);
  await showScreen(page, '/contacts/new');
  await fill(page, field('First name'), 'Half a per');
  await installUpdate(page);
  const unsent = (await readUnsentWrites(page)).map(({ kind }) => kind);
  equal(unsent.filter((kind) => kind === 'comment.add').length, 1, 'the unsent comment after the update');
  equal(await evaluate(page, loadCount), 1, 'the page has not reloaded again');
  await goTo(page, `${url}/contacts/new`);
  await waitUntil(page, 'the half-filled form', `${field('First name')}?.value === 'Half a per'`);
  await fill(page, field('First name'), 'Half a person');
  await saveContact(page);
  const arrived = await sendAll(page, world, 'consultant');
  equal(arrived.rows<Comment>('comments', ({ text }) => text === COMMENT).length, 1, 'the comment');
  const contacts = arrived.rows<Contact>('contacts', ({ first_name }) => first_name === 'Half a person');
  equal(contacts.length, 1, 'the contact');
  return `${page.name}; one reload into the next build; kept: ${unsent.join(', ')}, a half-filled form`;
}

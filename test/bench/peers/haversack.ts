import type { BrowserContext, Page } from '@playwright/test';
import { uuidv7 } from 'uuidv7';
import { callNamed } from '../../../contract/api-calls/index.ts';
import { MAX_OPS, type PushOp, type PushReply } from '../../../contract/sync.ts';
import { evaluateWithDatabases } from '../../e2e/helpers/disk.ts';
import { waitUntilReadyForOffline } from '../../e2e/helpers/phone.ts';
import type { Server } from '../../e2e/helpers/start-server.ts';
import { mirror } from '../mirror.ts';
import { withPhone } from '../phone.ts';
import { searchTimes } from '../search.ts';
import { timeToRows, watchRows } from '../start.ts';
import { searchedTexts, STARTS, type Times } from './times.ts';

/** Edits the notes of contacts as another device of the same person does. */
async function editOnServer(server: Server, token: string, ids: readonly string[], notes: string): Promise<void> {
  const device_id = uuidv7();
  const at = new Date().toISOString();
  const edit = (id: string): PushOp => ({
    ...{ op_id: uuidv7(), lane: `contacts:${id}`, deps: [], v: 1, base_rev: 0, base: null, at, clock_offset_ms: 0 },
    ...{ kind: 'contact.edit', entity: 'contacts', id, args: { notes } },
  });
  for (let from = 0; from < ids.length; from += MAX_OPS) {
    const ops = ids.slice(from, from + MAX_OPS).map(edit);
    const reply = await fetch(`${server.url}${callNamed('sync.push').path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ proto: 1, device_id, ops }),
    });
    const { results } = (await reply.json()) as PushReply;
    const failed = results.find(({ status }) => status !== 200);
    if (failed) throw new Error(`an edit failed: ${JSON.stringify(failed)}`);
  }
}

interface Awaited {
  ids: readonly string[];
  notes: string;
}

/**
 * Waits in the page until the database of the app contains the edits. Returns the time since the browser reported that
 * it is online again. The server sends the edits in their order, so the last one arrives last.
 */
const timeToEdits = (page: Page, awaited: Awaited): Promise<number> =>
  evaluateWithDatabases(
    page,
    async ({ ids, notes }) => {
      const online = new Promise<number>((resolve) => {
        addEventListener('online', () => resolve(performance.now()), { once: true });
      });
      const resultOf = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(new Error('not read')));
        });
      const found = (await allDatabases()).find(({ name }) => /^haversack-(?!device)/.test(name));
      if (!found) throw new Error('the app has no database');
      const db = await resultOf(found.factory.open(found.name));
      const read = (id: string) =>
        resultOf<{ notes: string } | undefined>(db.transaction('contacts').objectStore('contacts').get(id));
      const startedAt = await online;
      while ((await read(ids.at(-1)!))?.notes !== notes) await new Promise((resolve) => setTimeout(resolve, 5));
      const ms = performance.now() - startedAt;
      for (const id of ids) if ((await read(id))?.notes !== notes) throw new Error('an edit is missing');
      db.close();
      return ms;
    },
    awaited,
  );

async function measureDelta(
  context: BrowserContext,
  page: Page,
  edit: () => Promise<void>,
  awaited: Awaited,
): Promise<number> {
  await context.setOffline(true);
  await edit();
  const ms = timeToEdits(page, awaited);
  // The page must have begun to wait.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await context.setOffline(false);
  return ms;
}

async function measureLastStart(context: BrowserContext, page: Page): Promise<number> {
  await watchRows(context);
  await context.setOffline(true);
  let last = 0;
  for (let start = 0; start < STARTS; start += 1) last = await timeToRows(page, '/contacts');
  await context.setOffline(false);
  return last;
}

/** Measures the app with all its parts: the built product in the browser, with its server. */
export const measureHaversack = (server: Server, token: string, awaited: Awaited): Promise<Times> =>
  withPhone(server.url, async (context, page) => {
    const { seconds } = await mirror(page);
    // Otherwise the service worker would fetch the app meanwhile.
    await waitUntilReadyForOffline(page);
    const edit = (): Promise<void> => editOnServer(server, token, awaited.ids, awaited.notes);
    const delta = await measureDelta(context, page, edit, awaited);
    const start = await measureLastStart(context, page);
    const { worker } = await searchTimes(context, page, { keys: searchedTexts });
    return { mirror: seconds * 1000, delta, search: worker.reduce((sum, ms) => sum + ms, 0) / worker.length, start };
  });

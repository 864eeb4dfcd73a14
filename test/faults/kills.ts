import type { Page } from '@playwright/test';
import type { Lesson } from '../../contract/entities/lesson.ts';
import { DiskBrowser } from '../e2e/helpers/browser.ts';
import { Client } from '../e2e/helpers/client.ts';
import { writeComment, goToPath, logIn, waitUntilReadyForOffline, tableRows } from '../e2e/helpers/phone.ts';
import { RECOVERS_WITHIN_MS } from './rounds.ts';
import { emptyLine, type ResultLine } from './table.ts';
import { waitUntilDrained, startNetwork, WRITER, type TestNetwork, type World } from './world.ts';

/**
 * A comment that was written. It may be lost only if the screen did not show it as saved. It must never be stored
 * twice.
 */
interface WrittenComment {
  lesson_id: string;
  text: string;
  isSaved: boolean;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function lessonIds(page: Page): Promise<string[]> {
  const lessons = await tableRows<Lesson>(page, 'lessons');
  return lessons.filter(({ language }) => language === 'en').map(({ id }) => id);
}

/** Checks how often the server has stored each text. */
async function checkStored(line: ResultLine, client: Client, written: readonly WrittenComment[]): Promise<void> {
  for (const lesson_id of new Set(written.map((writtenComment) => writtenComment.lesson_id))) {
    const storedTexts = await client.comments(lesson_id);
    for (const { text, isSaved } of written.filter((writtenComment) => writtenComment.lesson_id === lesson_id)) {
      const count = storedTexts.filter((other) => other === text).length;
      if (isSaved) line.writes += 1;
      line.effects += isSaved ? count : 0;
      if (isSaved && count === 0) line.lost += 1;
      if (count > 1) line.doubled += 1;
      if (count > 1 || (isSaved && count === 0)) line.faults.push(`"${text}" is on the server ${count} times`);
    }
  }
}

/** Writes one comment after another until the browser is killed. */
async function writeUntilKilled(page: Page, lesson_id: string, name: string, written: WrittenComment[]): Promise<void> {
  for (let count = 0; ; count += 1) {
    const one = { lesson_id, text: `${name}, ${count}`, isSaved: false };
    written.push(one);
    await writeComment(page, one.text);
    one.isSaved = true;
  }
}

async function killBrowsers(setup: TestNetwork, browser: DiskBrowser, line: ResultLine, times: number): Promise<void> {
  const { network, server } = setup;
  const written: WrittenComment[] = [];
  let { page } = await browser.open();
  await logIn(page, WRITER, `${network.url}/`);
  await waitUntilReadyForOffline(page);
  const lessons = await lessonIds(page);
  network.delay_ms = 20;
  for (let kill = 0; kill < times; kill += 1) {
    // In every third round the browser is offline, so that the writes are stored only on its disk.
    if (kill > 0) ({ page } = await browser.open({ offline: kill % 3 === 2 }));
    const lesson_id = lessons[kill % lessons.length] ?? '';
    await page.goto(`${network.url}/lesson/view/${lesson_id}`);
    await page.getByRole('textbox', { name: 'Write a comment' }).waitFor();
    const ended = writeUntilKilled(page, lesson_id, `kill ${kill}`, written).catch(() => {});
    await pause(300 + Math.random() * 1_500);
    await browser.kill();
    await ended;
    line.rounds += 1;
  }
  ({ page } = await browser.open());
  await page.goto(`${network.url}/tasks`);
  line.slowest_s = (await waitUntilDrained(page, RECOVERS_WITHIN_MS)) / 1000;
  await checkStored(line, await Client.logIn(server.url, WRITER), written);
}

/** Repeatedly kills the browser (SIGKILL) while it writes and sends. */
export async function runBrowserKills(times: number): Promise<ResultLine> {
  const line = emptyLine('browser killed');
  const startedAt = performance.now();
  const setup = await startNetwork();
  const browser = new DiskBrowser();
  try {
    await killBrowsers(setup, browser, line, times);
  } catch (error) {
    line.faults.push(`kill ${line.rounds}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await browser.remove();
    await setup.close();
  }
  line.seconds = (performance.now() - startedAt) / 1000;
  return line;
}

/** Sends three writes in one request and kills the server while it processes them. */
async function killServer(
  { network, server, page, context }: World,
  kill: number,
  lesson_id: string,
): Promise<WrittenComment[]> {
  await context.setOffline(true);
  await goToPath(page, `/lesson/view/${lesson_id}`);
  const texts = [0, 1, 2].map((count) => `server kill ${kill}, ${count}`);
  for (const text of texts) await writeComment(page, text);
  const killed = new Promise<void>((resolve) => {
    network.onPass = (path) => {
      if (!path.startsWith('/api/sync/push')) return;
      network.onPass = () => {};
      setTimeout(() => void server.kill().then(resolve), Math.random() * 30);
    };
  });
  await context.setOffline(false);
  await killed;
  await server.start();
  return texts.map((text) => ({ lesson_id, text, isSaved: true }));
}

/** Repeatedly kills the server (SIGKILL) in the middle of a request and restarts it. */
export async function runServerKills(world: World, times: number): Promise<ResultLine> {
  const line = emptyLine('server killed');
  const startedAt = performance.now();
  try {
    const written: WrittenComment[] = [];
    const lessons = await lessonIds(world.page);
    for (let kill = 0; kill < times; kill += 1) {
      written.push(...(await killServer(world, kill, lessons[kill % lessons.length] ?? '')));
      line.slowest_s = Math.max(line.slowest_s, (await waitUntilDrained(world.page, RECOVERS_WITHIN_MS)) / 1000);
      line.rounds += 1;
    }
    await checkStored(line, world.client, written);
  } catch (error) {
    line.faults.push(`kill ${line.rounds}: ${error instanceof Error ? error.message : String(error)}`);
  }
  line.seconds = (performance.now() - startedAt) / 1000;
  return line;
}

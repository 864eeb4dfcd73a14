import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from '@playwright/test';
import type { Dexie as DexieClass } from 'dexie';
import type { LessonProgress } from '../../contract/entities/lesson-progress.ts';
import type { Lesson } from '../../contract/entities/lesson.ts';
import { tableRows, waitUntilReadyForOffline } from '../e2e/helpers/phone.ts';
import { EMAIL, withAddressBook } from './demo-server.ts';
import { percentile, type Figures } from './figures.ts';
import { secondsToMirror, withPhone } from './phone.ts';

/** Maximum times of a tap, and its maximum ratio to a bare write. */
const GOALS = { median_ms: 5, p95_ms: 16, bare: 2 };
const TAPS = 60;
/** The pause between two taps, in which the page finishes its work. */
const PAUSE_MS = 100;

/**
 * Taps the button that marks a lesson as done, and undoes it. Returns the time from the tap until the document shows
 * the result, which it reads from the database after the row and the outbox entry have been stored.
 */
async function tap(pause_ms: number): Promise<number> {
  const pause = () => new Promise((resolve) => setTimeout(resolve, pause_ms));
  const buttonNamed = (name: string) =>
    [...document.querySelectorAll<HTMLButtonElement>('main button')].find((button) => button.textContent === name);
  const press = async (name: string, next: string): Promise<number> => {
    const button = buttonNamed(name);
    if (!button) throw new Error(`the lesson has no button ${name}`);
    const shown = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!buttonNamed(next)) return;
        observer.disconnect();
        resolve(performance.now());
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    const startedAt = performance.now();
    button.click();
    return (await shown) - startedAt;
  };
  await pause();
  const ms = await press('Mark as done', 'Undo');
  await pause();
  await press('Undo', 'Mark as done');
  return ms;
}

/** Writes a row of about the same size with Dexie alone. Returns the time until it is on the disk. */
async function putBare(): Promise<number> {
  const { Dexie } = globalThis as unknown as { Dexie: typeof DexieClass };
  const db = new Dexie('bare', { chromeTransactionDurability: 'strict' });
  db.version(1).stores({ rows: 'id' });
  await db.open();
  const row = { id: crypto.randomUUID(), state: 'done', title: 'A lesson', at: new Date().toISOString() };
  const startedAt = performance.now();
  await db.table('rows').put(row);
  const ms = performance.now() - startedAt;
  db.close();
  return ms;
}

/** Taps and writes in turn, without a network. Returns the times in milliseconds. */
async function measureRounds(context: BrowserContext, page: Page): Promise<{ app: number[]; bare: number[] }> {
  await waitUntilReadyForOffline(page);
  const progress = await tableRows<Pick<LessonProgress, 'id'>>(page, 'lesson_progress');
  const lessons = await tableRows<Pick<Lesson, 'id'>>(page, 'lessons');
  const lesson = lessons.find(({ id }) => progress.every((row) => row.id !== id));
  const plain = await context.newPage();
  const dexie = createRequire(import.meta.url).resolve('dexie/dist/dexie.min.js');
  await plain.addInitScript(readFileSync(dexie, 'utf8'));
  await plain.goto('/manifest.webmanifest');
  await page.bringToFront();
  await context.setOffline(true);
  await page.goto(`/lesson/view/${lesson?.id}`);
  await page.getByRole('button', { name: 'Mark as done' }).waitFor();
  const times = { app: [] as number[], bare: [] as number[] };
  for (let count = 0; count < TAPS; count += 1) {
    times.app.push(await page.evaluate(tap, PAUSE_MS));
    times.bare.push(await plain.evaluate(putBare));
  }
  return times;
}

function checkGoal(name: string, value: number, goal: number): void {
  process.stdout.write(`${value <= goal ? 'pass' : 'FAIL'} ${value.toFixed(2)} of ${goal} ${name}\n`);
}

/**
 * Measures the time from a tap to the document on a device with fifty thousand contacts, in turn with a bare write of
 * one row.
 */
export const measureTaps = (): Promise<Figures> =>
  withAddressBook(async (server) => {
    const times = await withPhone(server.url, async (context, page) => {
      await secondsToMirror(page, EMAIL);
      return measureRounds(context, page);
    });
    const [app, late, bare] = [percentile(times.app, 0.5), percentile(times.app, 0.95), percentile(times.bare, 0.5)];
    checkGoal('ms from a tap to the document, median', app, GOALS.median_ms);
    checkGoal('ms from a tap to the document, p95', late, GOALS.p95_ms);
    checkGoal('tap to document, times a bare Dexie put', app / bare, GOALS.bare);
    return {
      'tap to document, median, ms': app,
      'tap to document, p95, ms': late,
      'bare Dexie put, median, ms': bare,
      'tap to document, times a bare Dexie put': app / bare,
    };
  });

import { readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { systemErrorCode } from '../../startup-error.ts';
import { FigureAnnouncer, dropPastViews } from './announce.ts';
import { countJournal } from './count-journal.ts';
import { COMPLETE_SUFFIX, OPEN_SUFFIX, ViewJournal } from './journal.ts';
import { Salts } from './salts.ts';
import { journalLine } from './tally.ts';
import { isView, trafficSourceOf } from './visits.ts';

const INTERVAL_MS = 5_000;

/**
 * Age of the last change after which a journal counts as abandoned by a killed process. A running process completes its
 * journal every few seconds.
 */
const ABANDONED_MS = 60_000;

type ViewRequest = Pick<FastifyRequest, 'method' | 'headers' | 'query' | 'ip'>;

/** Counts the views of pages. See: [Note: Journals of views] */
export interface Views {
  /** Counts a view for a response with a page or with 304. Does not write to the database. */
  countView(request: ViewRequest, flow_id: string): void;
  /** Adds the views of all complete and abandoned journals to the figures of the pages. */
  count(): Promise<void>;
  /** Counts all remaining views, and stops. */
  stop(): Promise<void>;
}

export interface ViewOptions {
  /** The folder of the journals. Processes on the same machine may share it. */
  folder: string;
  /** How long a journal of another process must be unchanged to count as abandoned. */
  abandoned_ms?: number;
}

/** Completes the journals that killed processes have left in the folder, so that they can be counted. */
async function completeAbandoned(folder: string, own: string, before_ms: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(OPEN_SUFFIX) && name !== own);
  for (const name of names) {
    const file = join(folder, name);
    // Another process may have completed the journal in the meantime.
    const changed = await stat(file).catch(() => null);
    if (changed && changed.mtimeMs <= before_ms)
      await rename(file, join(folder, name.slice(0, -OPEN_SUFFIX.length) + COMPLETE_SUFFIX)).catch(() => undefined);
  }
}

async function countComplete(deps: Deps, folder: string): Promise<string[]> {
  const changed: string[] = [];
  const names = (await readdir(folder)).filter((name) => name.endsWith(COMPLETE_SUFFIX)).toSorted();
  for (const name of names) {
    const file = join(folder, name);
    // Another process on this machine may have counted and deleted the journal.
    const journal = await readFile(file, 'utf8').catch((error: unknown) => {
      if (systemErrorCode(error) === 'ENOENT') return null;
      throw error;
    });
    if (journal === null) continue;
    changed.push(...(await countJournal(deps, name.slice(0, -COMPLETE_SUFFIX.length), journal)));
    await unlink(file).catch(() => undefined);
  }
  return changed;
}

/**
 * Creates the counter of views. Its journals are counted when `count` is called; `startViews` does so every few
 * seconds.
 */
export function createViews(deps: Deps, { folder, abandoned_ms = ABANDONED_MS }: ViewOptions): Views {
  const { clock, log } = deps;
  const journal = new ViewJournal(folder, (error) => log.error({ err: error }, 'a view could not be recorded'));
  const salts = new Salts(deps);
  const announcements = new FigureAnnouncer(deps);
  let cleanedOn = '';

  const count = async (): Promise<void> => {
    const now = clock();
    const today = now.toISOString().slice(0, 10);
    await salts.load();
    if (cleanedOn === '') await announcements.addRecent();
    await completeAbandoned(folder, journal.openName, now.getTime() - abandoned_ms);
    // Count the complete journals before completing another one. If the database is down, this leaves one large journal
    // instead of many.
    announcements.add(await countComplete(deps, folder));
    journal.rotate();
    announcements.add(await countComplete(deps, folder));
    await announcements.send();
    // Delete the salts of a day here as soon as the day is over, because the clean-up runs only every few hours.
    if (cleanedOn === today) return;
    await dropPastViews(deps.db, now);
    cleanedOn = today;
  };

  return {
    countView: (request, flow_id) => {
      if (!isView(request)) return;
      const day = clock().toISOString().slice(0, 10);
      const visitor = salts.hash(day, flow_id, request.ip, request.headers['user-agent'] ?? '');
      journal.add(journalLine(day, flow_id, trafficSourceOf(request.query), visitor));
    },
    count,
    stop: count,
  };
}

/** Starts counting views every five seconds. */
export async function startViews(deps: Deps, options: ViewOptions): Promise<Views> {
  const views = createViews(deps, options);
  const logFailure = (error: unknown) => deps.log.error({ err: error }, 'views could not be counted');
  let running: Promise<void> | null = null;
  const run = (): Promise<void> =>
    (running ??= views
      .count()
      .catch(logFailure)
      .finally(() => {
        running = null;
      }));
  await run();
  const timer = setInterval(() => void run(), INTERVAL_MS).unref();
  return {
    ...views,
    stop: async () => {
      clearInterval(timer);
      await running;
      await views.stop().catch(logFailure);
    },
  };
}

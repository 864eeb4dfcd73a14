import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_IMPORT_ROWS } from '../../contract/imports/fields.ts';
import { POLL_MS } from '../../src/features/imports/use-import-polling.ts';
import { seedOnce } from '../e2e/helpers/global-setup.ts';
import { startServer } from '../e2e/helpers/start-server.ts';
import type { Figures } from './figures.ts';
import { importClient, logIn, newPeople } from './import-client.ts';

/** Maximum lag of the progress bar, as a share of all rows. */
const MAX_LAG = 0.02;

/**
 * Polls an import, or its undo, in the same way as the screen until it has ended. Returns the largest lag of the shown
 * progress as a share of all rows, the duration and the number of polls.
 */
async function watch({ row }: ReturnType<typeof importClient>, id: string) {
  const started = performance.now();
  let [shown, lag, count] = [0, 0, 0];
  for (;;) {
    const { done, total, state } = await row(id);
    const at = performance.now();
    lag = Math.max(lag, (done - shown) / total);
    shown = done;
    count += 1;
    if (state !== 'running' && state !== 'reverting') return { lag, seconds: (at - started) / 1000, count };
    await sleep(POLL_MS);
  }
}

/**
 * Measures how far the progress bar lags behind while the largest possible file is imported, and while this import is
 * undone.
 */
export async function measureImportProgress(): Promise<Figures> {
  const removeSeed = await seedOnce();
  const server = await startServer();
  try {
    const api = importClient(server, await logIn(server));
    const { id } = await api.start(newPeople(MAX_IMPORT_ROWS));
    const run = await watch(api, id);
    await api.call('imports.undo', { id });
    const undo = await watch(api, id);
    for (const { lag, seconds } of [run, undo])
      if (lag > MAX_LAG) throw new Error(`the bar was ${(lag * 100).toFixed(1)}% behind in ${seconds.toFixed(1)} s`);
    return {
      'progress of an import: duration, s': run.seconds,
      'progress of an import: polls': run.count,
      'progress of an import: largest lag, %': run.lag * 100,
      'progress of its undo: duration, s': undo.seconds,
      'progress of its undo: largest lag, %': undo.lag * 100,
    };
  } finally {
    await server.remove();
    removeSeed();
  }
}

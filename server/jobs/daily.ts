import type { Deps } from '../context.ts';
import { dropStaleAccountRows } from '../features/accounts/repository.ts';
import { cleanUp } from './clean-up.ts';

const DAY_MS = 86_400_000;
const FIRST_MS = 60_000;

/** Clean-up once a day and a minute after the start, when the first phones have been answered. Returns the stop. */
export function cleanUpDaily({ db, clock, log }: Deps): () => void {
  async function run(): Promise<void> {
    try {
      await cleanUp(db, clock());
      await dropStaleAccountRows(db, new Date(clock().getTime() - DAY_MS).toISOString());
    } catch (error) {
      log.error({ err: error }, 'the clean-up failed');
    }
  }
  const first = setTimeout(() => void run(), FIRST_MS).unref();
  const daily = setInterval(() => void run(), DAY_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(daily);
  };
}

import { log } from './log.ts';

/**
 * Runs an online action of the sync worker. If it throws, logs the error and returns the same result as for a server
 * that does not respond.
 */
export async function attempt<Result>(run: () => Promise<Result>): Promise<Result | { ok: false; why: 'no_answer' }> {
  try {
    return await run();
  } catch (error) {
    log.warn('an online action failed', error);
    return { ok: false, why: 'no_answer' };
  }
}

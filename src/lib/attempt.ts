import { log } from './log.ts';

/** Runs an online action of the worker. An action that fails unexpectedly counts as a server that does not respond. */
export async function attempt<Result>(run: () => Promise<Result>): Promise<Result | { ok: false; why: 'no_answer' }> {
  try {
    return await run();
  } catch (error) {
    log.warn('an online action failed', error);
    return { ok: false, why: 'no_answer' };
  }
}

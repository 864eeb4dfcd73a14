import { log } from './log.ts';

/** Runs something that the worker does online. A worker that broke off counts as a server that does not answer. */
export async function attempt<Result>(run: () => Promise<Result>): Promise<Result | { ok: false; why: 'no_answer' }> {
  try {
    return await run();
  } catch (error) {
    log.warn('an online action broke off', error);
    return { ok: false, why: 'no_answer' };
  }
}

import { describe, expect, it, vi } from 'vitest';
import { logFailure } from '../../server/log-failure.ts';

function logged(error: unknown) {
  const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  logFailure(log, error, 'the job failed', { job: 'mail' });
  return { warnings: log.warn.mock.calls, errors: log.error.mock.calls };
}

describe('the log of a failed attempt that will be repeated', () => {
  it('logs a warning with the reason if the database cannot be reached', () => {
    const error = Object.assign(new Error('the database system is shutting down'), { code: '57P01' });
    const facts = { job: 'mail', reason: 'the database system is shutting down' };
    expect(logged(error)).toEqual({ warnings: [[facts, 'the job failed']], errors: [] });
  });

  it('logs any other failure as an error with its stack', () => {
    const error = new TypeError('name is undefined');
    expect(logged(error)).toEqual({ warnings: [], errors: [[{ job: 'mail', err: error }, 'the job failed']] });
  });
});

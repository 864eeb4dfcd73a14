import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorker } from '../../src/bridge/start-worker.ts';
import { leavePage } from './page-events.ts';

const terminate = vi.fn<() => void>();

beforeEach(() => {
  terminate.mockReset();
  vi.stubGlobal(
    'Worker',
    class {
      terminate = terminate;
    },
  );
  startWorker('/worker.js');
});

afterEach(() => vi.unstubAllGlobals());

describe('a database worker', () => {
  it('a database worker ends when the browser keeps its page for the Back button', () => {
    leavePage({ persisted: true });
    expect(terminate).toHaveBeenCalledTimes(1);
  });

  it('a database worker may finish its requests when its page is closed for good', () => {
    leavePage({ persisted: false });
    expect(terminate).not.toHaveBeenCalled();
  });
});

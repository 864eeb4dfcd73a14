import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorker } from '../../src/bridge/start-worker.ts';

const terminate = vi.fn<() => void>();
const reload = vi.fn<() => void>();
const listeners: [string, EventListener][] = [];

function happen(type: 'pagehide' | 'pageshow', persisted: boolean): void {
  const event = Object.assign(new Event(type), { persisted });
  for (const [name, listener] of listeners) if (name === type) listener(event);
}

beforeEach(() => {
  terminate.mockReset();
  reload.mockReset();
  listeners.length = 0;
  vi.stubGlobal(
    'Worker',
    class {
      terminate = terminate;
    },
  );
  vi.stubGlobal('location', { href: location.href, origin: location.origin, reload });
  // Recorded instead of registered, since nothing removes them before the next test.
  vi.stubGlobal('addEventListener', (name: string, listener: EventListener) => listeners.push([name, listener]));
  startWorker('/worker.js');
});

afterEach(() => vi.unstubAllGlobals());

describe('a worker that accesses the database', () => {
  it('ends when the browser keeps its page for the Back button, so that no suspended transaction blocks other pages', () => {
    happen('pagehide', true);
    expect(terminate).toHaveBeenCalledTimes(1);
    expect(reload).not.toHaveBeenCalled();
  });

  it('may finish its requests while a page is closed for good', () => {
    happen('pagehide', false);
    expect(terminate).not.toHaveBeenCalled();
  });

  it('starts with a reload when the Back button shows its page again', () => {
    happen('pageshow', true);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does not reload a page that is shown for the first time', () => {
    happen('pageshow', false);
    expect(reload).not.toHaveBeenCalled();
  });
});

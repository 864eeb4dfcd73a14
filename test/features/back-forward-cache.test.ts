import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { releaseDatabasesOnPageHide } from '../../src/app/back-forward-cache.ts';
import { openPhoneDb, type PhoneDb } from '../../src/db/schema/db.ts';
import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import { ANNA, freshPorts } from './fake-app.tsx';
import { leavePage, showPage } from './page-events.ts';

const reload = vi.fn<() => void>();
let stop: () => void;
let left: PhoneDb;
let nextPageDb: PhoneDb;

/** Starts a transaction on the database of the page that is left. Calling `release` ends it. */
async function beginTransaction(): Promise<{ result: Promise<unknown>; release: () => void }> {
  let isReleased = false;
  const started = Promise.withResolvers<void>();
  const result = left
    .transaction('rw', left.meta, async () => {
      await saveMeta(left, 'epoch', 'of the page that was left');
      started.resolve();
      // Keeps a transaction open by making one request after another in it.
      while (!isReleased) await left.meta.count();
    })
    .catch((error: unknown) => (error as Error).name);
  await started.promise;
  const release = (): void => {
    isReleased = true;
  };
  return { result, release };
}

beforeEach(() => {
  reload.mockReset();
  vi.stubGlobal('location', { href: location.href, reload });
  const ports = freshPorts();
  nextPageDb = openPhoneDb(ANNA, ports);
  stop = releaseDatabasesOnPageHide();
  left = openPhoneDb(ANNA, ports);
});

afterEach(() => {
  // While a page is in the back/forward cache, Dexie keeps its broadcast channel closed. Show the page again, so that
  // the channel opens.
  showPage({ persisted: true });
  stop();
  vi.unstubAllGlobals();
  left.close();
  nextPageDb.close();
});

describe('page in the back/forward cache', () => {
  it('a page kept for the Back button aborts transactions that would block the next page', async () => {
    const { result } = await beginTransaction();
    leavePage({ persisted: true });
    expect(await result).toBe('AbortError');
    expect(await savedMeta(nextPageDb, 'epoch')).toBeUndefined();
  });

  it('a page kept for the Back button aborts its transactions even if an earlier one is committing', async () => {
    const committed = left.transaction('rw', left.pages, async (transaction) => {
      await left.pages.clear();
      (transaction as unknown as { idbtrans: IDBTransaction }).idbtrans.commit();
      const { result } = await Dexie.ignoreTransaction(beginTransaction);
      leavePage({ persisted: true });
      return { result };
    });
    expect(await (await committed).result).toBe('AbortError');
  });

  it('a page kept for the Back button closes databases that would block the next page', async () => {
    await left.open();
    leavePage({ persisted: true });
    expect(left.isOpen()).toBe(false);
    expect(await left.meta.count().catch((error: unknown) => (error as Error).name)).toBe('DatabaseClosedError');
  });

  it('a page kept for the Back button reloads when it is shown again', () => {
    showPage({ persisted: true });
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

describe('page outside the back/forward cache', () => {
  it('a page that is closed does not abort its transactions', async () => {
    const { result, release } = await beginTransaction();
    leavePage({ persisted: false });
    release();
    await result;
    expect(await savedMeta(nextPageDb, 'epoch')).toBe('of the page that was left');
  });

  it('a page does not reload when it is shown for the first time', () => {
    showPage({ persisted: false });
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('page with an in-memory database', () => {
  it('a page that keeps everything in memory neither aborts its transactions nor reloads', async () => {
    stop();
    const { result, release } = await beginTransaction();
    leavePage({ persisted: true });
    release();
    await result;
    expect(await savedMeta(nextPageDb, 'epoch')).toBe('of the page that was left');
    showPage({ persisted: true });
    expect(reload).not.toHaveBeenCalled();
  });
});

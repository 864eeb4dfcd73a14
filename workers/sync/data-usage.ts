import type { UsageAmounts, UsageKind } from '../../src/db/schema/device.ts';
import type { Ports } from '../../src/lib/ports.ts';

/**
 * Delay before counts are stored, so that those of many responses are written together: each write opens the database
 * of the device. Counts of a worker that is killed within this time are lost.
 */
const STORE_DELAY_MS = 5_000;

/** Maximum number of attempts to read the size of a response while it is still arriving. */
const MAX_MEASURES = 120;

function kindOf(path: string, hasRange: boolean): UsageKind {
  if (path.startsWith('/api/books/file/')) return 'books';
  if (path.startsWith('/api/')) return 'data';
  if (path.startsWith('/media/')) return hasRange ? 'films' : 'pictures';
  return 'app';
}

/**
 * Returns the size of a response from the browser's resource timing. Compressed responses have no Content-Length, but
 * resource timing contains the size of every complete response.
 */
function measureResource(url: string): number | null {
  const entry = performance.getEntriesByName(new URL(url, location.href).href, 'resource').at(-1);
  return entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : null;
}

/**
 * Wraps `send` so that received bytes are counted and passed to `record`. Counting never delays or breaks a response.
 */
export function meterFetch(
  send: Ports['fetch'],
  record: (amounts: UsageAmounts) => Promise<void>,
  later: (run: () => void) => void = (run) => void setTimeout(run, STORE_DELAY_MS),
  sizeOf: (url: string) => number | null = measureResource,
): Ports['fetch'] {
  let amounts: UsageAmounts = {};
  let unmeasured: { url: string; kind: UsageKind; queries: number }[] = [];
  let isFlushPlanned = false;
  const add = (kind: UsageKind, bytes: number): void => {
    amounts[kind] = (amounts[kind] ?? 0) + bytes;
  };
  const planFlush = (): void => {
    if (!isFlushPlanned) later(flush);
    isFlushPlanned = true;
  };
  const flush = (): void => {
    isFlushPlanned = false;
    const measured = unmeasured.map((response) => ({
      ...response,
      queries: response.queries + 1,
      bytes: sizeOf(response.url),
    }));
    for (const { kind, bytes } of measured) add(kind, bytes ?? 0);
    unmeasured = measured.filter(({ bytes, queries }) => bytes === null && queries < MAX_MEASURES);
    if (unmeasured.length > 0) planFlush();
    // Clear the resource timing buffer of the browser, because it holds only 250 entries.
    else performance.clearResourceTimings();
    const sum = amounts;
    amounts = {};
    // Errors are ignored: if the disk is full, the counts are lost.
    if (Object.values(sum).some((bytes) => bytes > 0)) record(sum).catch(() => {});
  };
  return async (url, init) => {
    const response = await send(url, init);
    const length = response.headers.get('Content-Length');
    const kind = kindOf(url, response.status === 206);
    if (length !== null) add(kind, Number(length) || 0);
    else unmeasured.push({ url, kind, queries: 0 });
    planFlush();
    return response;
  };
}

/** Stores the counts in the device database. */
export const recordUsage =
  (ports: Pick<Ports, 'indexedDB' | 'IDBKeyRange'>) =>
  async (amounts: UsageAmounts): Promise<void> => {
    const [{ addUsage: addUse }, { openDeviceDb }] = await Promise.all([
      import('../../src/db/storage/data-usage.ts'),
      import('../../src/db/schema/db.ts'),
    ]);
    const device = openDeviceDb(ports);
    await addUse(device, amounts, Date.now()).finally(() => device.close());
  };

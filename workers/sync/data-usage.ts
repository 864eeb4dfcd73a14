import type { UsageAmounts, UsageKind } from '../../src/db/storage/data-usage.ts';
import type { Ports } from '../../src/lib/ports.ts';

/** Counts are written down together, a little later. */
const PAUSE_MS = 500;

/** So often is it asked how long an answer was that is still coming. */
const MAX_MEASURES = 120;

function kindOf(path: string, hasRange: boolean): UsageKind {
  if (path.startsWith('/api/books/file/')) return 'books';
  if (path.startsWith('/api/')) return 'data';
  if (path.startsWith('/media/')) return hasRange ? 'films' : 'pictures';
  return 'app';
}

/** Where a server packs its answer, it does not say its length beforehand; the browser knows it when it is all here. */
function measureResource(url: string): number | null {
  const entry = performance.getEntriesByName(new URL(url, location.href).href, 'resource').at(-1);
  return entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : null;
}

/** Notes what is received over `send`, by `keep`. An answer is never held up, or lost, by its being counted. */
export function meterFetch(
  send: Ports['fetch'],
  record: (amounts: UsageAmounts) => Promise<void>,
  later: (run: () => void) => void = (run) => void setTimeout(run, PAUSE_MS),
  sizeOf: (url: string) => number | null = measureResource,
): Ports['fetch'] {
  let amounts: UsageAmounts = {};
  let unmeasured: { url: string; kind: UsageKind; asks: number }[] = [];
  let isPlanned = false;
  const add = (kind: UsageKind, bytes: number): void => {
    amounts[kind] = (amounts[kind] ?? 0) + bytes;
  };
  const plan = (): void => {
    if (!isPlanned) later(flush);
    isPlanned = true;
  };
  const flush = (): void => {
    isPlanned = false;
    const asked = unmeasured.map((one) => ({ ...one, asks: one.asks + 1, bytes: sizeOf(one.url) }));
    for (const { kind, bytes } of asked) add(kind, bytes ?? 0);
    unmeasured = asked.filter(({ bytes, asks }) => bytes === null && asks < MAX_MEASURES);
    if (unmeasured.length > 0) plan();
    // The browser remembers 250 answers and then no more.
    else performance.clearResourceTimings();
    const sum = amounts;
    amounts = {};
    // A full disk counts nothing.
    if (Object.values(sum).some((bytes) => bytes > 0)) record(sum).catch(() => {});
  };
  return async (url, init) => {
    const response = await send(url, init);
    const length = response.headers.get('Content-Length');
    const kind = kindOf(url, response.status === 206);
    if (length !== null) add(kind, Number(length) || 0);
    else unmeasured.push({ url, kind, asks: 0 });
    plan();
    return response;
  };
}

/** Notes it in the phone's own database. */
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

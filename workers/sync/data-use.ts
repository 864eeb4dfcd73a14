import type { Amounts, UseKind } from '../../src/db/data-use.ts';
import type { Ports } from '../../src/lib/ports.ts';

/** Counts are written down together, a little later. */
const PAUSE_MS = 500;

function kindOf(path: string, hasRange: boolean): UseKind {
  if (path.startsWith('/api/books/file/')) return 'books';
  if (path.startsWith('/api/')) return 'data';
  if (path.startsWith('/media/')) return hasRange ? 'films' : 'pictures';
  return 'app';
}

/** Where a server packs its answer, it does not say its length beforehand; the browser knows it afterwards. */
function measured(url: string): number {
  const entry = performance.getEntriesByName(new URL(url, location.href).href, 'resource').at(-1);
  return entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0;
}

/** Notes what is received over `send`, by `keep`. An answer is never held up, or lost, by its being counted. */
export function counted(
  send: Ports['fetch'],
  keep: (amounts: Amounts) => Promise<void>,
  later: (run: () => void) => void = (run) => void setTimeout(run, PAUSE_MS),
  sizeOf: (url: string) => number = measured,
): Ports['fetch'] {
  let amounts: Amounts = {};
  let unmeasured: { url: string; kind: UseKind }[] = [];
  let isPlanned = false;
  const add = (kind: UseKind, bytes: number): void => {
    amounts[kind] = (amounts[kind] ?? 0) + bytes;
  };
  const flush = (): void => {
    isPlanned = false;
    for (const { url, kind } of unmeasured) add(kind, sizeOf(url));
    const sum = amounts;
    [amounts, unmeasured] = [{}, []];
    // A full disk counts nothing.
    if (Object.values(sum).some((bytes) => bytes > 0)) keep(sum).catch(() => {});
  };
  return async (url, init) => {
    const response = await send(url, init);
    const length = response.headers.get('Content-Length');
    const kind = kindOf(url, response.status === 206);
    if (length !== null) add(kind, Number(length) || 0);
    else unmeasured.push({ url, kind });
    if (!isPlanned) later(flush);
    isPlanned = true;
    return response;
  };
}

/** Notes it in the phone's own database. */
export const keepUse =
  (ports: Pick<Ports, 'indexedDB' | 'IDBKeyRange'>) =>
  async (amounts: Amounts): Promise<void> => {
    const [{ addUse }, { openDeviceDb }] = await Promise.all([
      import('../../src/db/data-use.ts'),
      import('../../src/db/db.ts'),
    ]);
    const device = openDeviceDb(ports);
    await addUse(device, amounts, Date.now()).finally(() => device.close());
  };

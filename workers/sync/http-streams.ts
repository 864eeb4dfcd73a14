import { untypedCall } from '../../contract/api-calls/define.ts';
import { internalCalls } from '../../contract/api-calls/internal.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { requestInit, urlOf } from './http.ts';

/** Timeout in ms; long enough for the largest file over the slowest supported connection. */
const FILE_TIMEOUT_MS = 120_000;

/**
 * Fetches the bytes of a file. Returns null if that is not possible now, or `missing` if the file does not exist or the
 * user may not see it.
 */
export async function fetchBlobFile(
  ports: Ports,
  sha256: string,
  identity: { token: string | null; device_id: string },
): Promise<{ mime: string; data: ArrayBuffer } | 'missing' | null> {
  const abort = new AbortController();
  const cancelTimeout = ports.clock.after(FILE_TIMEOUT_MS, () => abort.abort());
  try {
    const call = untypedCall(internalCalls, 'sync.blob');
    const request = { ...identity, params: { sha256 } };
    const response = await ports.fetch(urlOf(call, request), requestInit(call, request, abort.signal));
    if (response.headers.get('X-Sync-Proto') === null) return null;
    if (response.status === 404) return 'missing';
    if (!response.ok) return null;
    const mime = (response.headers.get('Content-Type') ?? '').split(';')[0]!;
    return { mime, data: await response.arrayBuffer() };
  } catch {
    return null;
  } finally {
    cancelTimeout();
  }
}

/** Opens the event stream. Returns null if that is not possible now. */
export async function openStream(
  ports: Ports,
  token: string,
  device_id: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | null> {
  try {
    const init = requestInit('sync.events', { token, device_id }, signal);
    const response = await ports.fetch(urlOf('sync.events', {}), init);
    return response.ok && response.headers.get('X-Sync-Proto') !== null ? response.body : null;
  } catch {
    return null;
  }
}

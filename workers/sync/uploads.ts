import { untypedCall } from '../../contract/api-calls/define.ts';
import { internalCalls } from '../../contract/api-calls/internal.ts';
import { UPLOAD_CHUNK_BYTES } from '../../contract/sync.ts';
import type { SavedBlob } from '../../src/db/schema/db.ts';
import type { ActionResult } from '../../src/bridge/results.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { EntryError } from '../../src/db/outbox/entry.ts';
import { savedMeta, saveMeta } from '../../src/db/schema/meta.ts';
import { remainingWait } from './retry.ts';
import { outboxTransaction } from '../../src/db/outbox/undo.ts';
import { rebuildRow, type Actor } from '../../src/db/outbox/view.ts';
import type { CallResult } from './http.ts';
import { fetchBlobFile } from './http-streams.ts';
import { findClosedGate } from './gates.ts';
import { sendAuthenticated, type Session } from './session.ts';

/**
 * `sent`: a file was handled completely. `idle`: no file can be uploaded now. `stopped`: interrupted, because new
 * writes are sent first. `gate`: a gate is closed.
 */
export type UploadOutcome = 'sent' | 'idle' | 'stopped' | 'failed' | 'gate';

/** Returns the files that waiting writes need, files of the oldest write first. Leaves out files of refused writes. */
async function waitingFiles({ db }: Session): Promise<SavedBlob[]> {
  const waiting = db.outbox.where('state').anyOf('queued', 'waiting_dep', 'sending');
  const entries = await waiting.filter((entry) => entry.blobs !== undefined).sortBy('seq');
  const neededHashes = [...new Set(entries.flatMap((entry) => entry.blobs ?? []))];
  const files = await db.blobs.bulkGet(neededHashes);
  return files.filter((file) => file !== undefined && file.sent_at === null) as SavedBlob[];
}

/** Marks a file as uploaded and queues the writes that were waiting for it. */
async function markSent({ db, ports }: Session, sha256: string): Promise<void> {
  await db.transaction('rw', db.outbox, db.blobs, async () => {
    await db.blobs.update(sha256, { sent_at: ports.clock.now() });
    const waiting = await db.outbox.where('state').equals('waiting_dep').toArray();
    for (const entry of waiting)
      if ((entry.blobs ?? []).includes(sha256)) await db.outbox.put({ ...entry, state: 'queued' });
  });
}

/** Rejects the writes that need a file which the server refused, with the reason that the server gave. */
async function rejectWaiting(session: Session, actor: Actor, sha256: string, error: EntryError): Promise<void> {
  const { db } = session;
  await outboxTransaction(db, async () => {
    for (const entry of await db.outbox.filter((entry) => (entry.blobs ?? []).includes(sha256)).toArray()) {
      await db.outbox.put({ ...entry, state: 'rejected', error });
      await rebuildRow(db, entry.entity, entry.entity_id, actor);
    }
  });
}

interface UploadProgress {
  offset: number;
  complete: boolean;
}

type Refusal = { refused: { status: number; code: ErrorCode | null } } | { wait_ms: number };

/** Wait in ms after a rate limit response without Retry-After. */
const DEFAULT_WAIT_MS = 60_000;

function progressOf(result: CallResult): UploadProgress | Refusal | 'wrong_offset' | 'failed' {
  if (result.kind === 'reply') {
    const parsed = internalCalls['sync.upload'].reply.safeParse(result.body);
    return parsed.success ? parsed.data : 'failed';
  }
  if (result.kind !== 'refused') return 'failed';
  if (result.status === 429) return { wait_ms: result.retry_after_ms ?? DEFAULT_WAIT_MS };
  if (result.code === 'upload_offset' || result.code === 'checksum') return 'wrong_offset';
  const { status, code } = result;
  return [400, 413, 415, 422].includes(status) ? { refused: { status, code } } : 'failed';
}

/**
 * Maximum number of attempts of an upload in one run, each continuing at the offset that the server reports. If they
 * are not enough, the connection or the disk corrupts the file.
 */
const MAX_ATTEMPTS = 3;

async function upload(
  session: Session,
  actor: Actor,
  file: SavedBlob,
  hasNewWork: () => boolean,
): Promise<UploadOutcome> {
  const params = { sha256: file.sha256 };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    let step = progressOf(
      await sendAuthenticated(session, untypedCall(internalCalls, 'sync.upload'), {
        params,
        body: { bytes: file.bytes, mime: file.mime },
      }),
    );
    while (typeof step === 'object' && 'offset' in step && !step.complete) {
      // New writes are sent before the rest of the file; the upload resumes later.
      if (hasNewWork()) return 'stopped';
      const bytes = file.data.slice(step.offset, step.offset + UPLOAD_CHUNK_BYTES);
      step = progressOf(
        await sendAuthenticated(session, untypedCall(internalCalls, 'sync.upload_part'), {
          params,
          query: { offset: step.offset },
          bytes,
        }),
      );
    }
    if (typeof step === 'object') {
      if ('wait_ms' in step) {
        const asked_at = session.ports.clock.now();
        await saveMeta(session.db, 'uploads_wait', { asked_at, until: asked_at + step.wait_ms });
        return 'idle';
      }
      if ('offset' in step) await markSent(session, file.sha256);
      else await rejectWaiting(session, actor, file.sha256, { ...step.refused, at: session.ports.clock.now() });
      return 'sent';
    }
    if (step === 'failed') return (await findClosedGate(session)) ? 'gate' : 'failed';
  }
  return 'failed';
}

/**
 * Uploads one waiting file in chunks, continuing at the offset that the server returns. `hasNewWork` is checked between
 * chunks; if it returns true, the upload is interrupted without losing progress.
 */
export async function uploadOne(session: Session, actor: Actor, hasNewWork: () => boolean): Promise<UploadOutcome> {
  if (await findClosedGate(session)) return 'gate';
  if (remainingWait(await savedMeta(session.db, 'uploads_wait'), session.ports.clock.now()) > 0) return 'idle';
  const [file] = await waitingFiles(session);
  return file ? upload(session, actor, file, hasNewWork) : 'idle';
}

/** Downloads a photo that was added by another user or on another device, and stores it in the database. */
export async function fetchBlob(session: Session, sha256: string): Promise<ActionResult> {
  const { db, ports, device_id } = session;
  if (await db.blobs.get(sha256)) return { ok: true };
  const token = (await savedMeta(db, 'token')) ?? null;
  const file = await fetchBlobFile(ports, sha256, { token, device_id });
  if (file === 'missing') return { ok: false, why: 'refused', code: 'not_found' };
  if (file === null) return { ok: false, why: ports.isOnline() ? 'no_answer' : 'offline' };
  const now = ports.clock.now();
  const { mime, data } = file;
  await db.blobs.put({ sha256, mime, data, bytes: data.byteLength, saved_at: now, sent_at: now });
  return { ok: true };
}

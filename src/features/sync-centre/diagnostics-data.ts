import { entityNames, type EntityName } from '../../../contract/entities/stores.ts';
import { savedMeta } from '../../db/schema/meta.ts';
import { savedSyncStatus } from '../../db/queries/status.ts';
import { APP_VERSION } from '../../lib/app-version.ts';
import type { Store } from '../../db/schema/store.ts';
import { readSpace } from '../../lib/storage.ts';
import type { DiagnosticsData } from './diagnostics.ts';

async function readFiles({ db }: Store): Promise<DiagnosticsData['files']> {
  const files = { count: 0, bytes: 0, unsent: 0 };
  await db.blobs.each(({ bytes, sent_at }) => {
    files.count += 1;
    files.bytes += bytes;
    if (sent_at === null) files.unsent += 1;
  });
  return files;
}

/** Reads the data from which the diagnostics text is made. */
export async function readDiagnostics(store: Store, language: string): Promise<DiagnosticsData> {
  const { db, actor } = store;
  const [status, cursors, isPaused, entries, receipts, files, space, rows] = await Promise.all([
    savedSyncStatus(db),
    savedMeta(db, 'cursors'),
    savedMeta(db, 'paused'),
    db.outbox.orderBy('seq').toArray(),
    db.history.count(),
    readFiles(store),
    readSpace(),
    Promise.all(entityNames.map(async (name): Promise<[EntityName, number]> => [name, await db.table(name).count()])),
  ]);
  return {
    app_version: APP_VERSION,
    device_id: actor.device_id,
    browser: navigator.userAgent,
    language,
    now: store.now(),
    isOnline: navigator.onLine,
    isPaused: isPaused ?? false,
    isProtected: space.isProtected,
    status,
    cursors: cursors ?? {},
    entries,
    rows,
    receipts,
    files,
    storage: { usage: space.used, quota: space.quota },
  };
}

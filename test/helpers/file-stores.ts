import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { ExternalStore } from '../../server/files/file-store.ts';
import { FolderStore } from '../../server/files/folder-store.ts';
import { S3Client } from '../../server/files/s3-client.ts';
import { S3Store } from '../../server/files/s3-store.ts';
import type { Log } from '../../server/log.ts';
import { startFakeS3, type FakeS3 } from './fake-s3.ts';

export interface TestStores {
  fake: FakeS3;
  s3: ExternalStore;
  folder: ExternalStore;
  /** Path of the folder. */
  path: string;
  log: Log;
  /** The lines of the log. */
  lines: Record<string, unknown>[];
  close(): Promise<void>;
}

/** Opens a store of each kind outside the database. */
export async function openTestStores(): Promise<TestStores> {
  const fake = await startFakeS3();
  const path = await mkdtemp(join(tmpdir(), 'haversack-files-'));
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = pino({ level: 'warn', base: null }, { write });
  const client = new S3Client(fake.options, { retry_delays_ms: [] });
  return {
    ...{ fake, path, lines, log },
    s3: new S3Store(client, { prefix: fake.options.prefix, log }),
    folder: new FolderStore(path),
    close: async () => {
      await fake.close();
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Collects the pieces of an object. */
export async function joinPieces(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const piece of pieces) chunks.push(piece);
  return Buffer.concat(chunks);
}

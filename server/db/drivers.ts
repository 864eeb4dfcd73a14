import { PGlite } from '@electric-sql/pglite';
import { Pool, types as pgTypes } from 'pg';

// Both drivers (PGlite and pg) return the same JavaScript values: int8 and numeric as numbers, timestamptz as ISO
// strings with milliseconds, date as strings, bytea as buffers and json parsed. Both drivers parse json by default.

const oid = { bytea: 17, int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, numeric: 1700 } as const;

const utc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/;

/**
 * Converts a PostgreSQL timestamp such as `2026-01-02 03:04:05.678+00` to ISO, `2026-01-02T03:04:05.678Z`. Microseconds
 * are truncated.
 */
export function isoFromPostgres(text: string): string {
  const match = utc.exec(text);
  if (match) return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`;
  const withMinutes = text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  return new Date(withMinutes).toISOString();
}

const parsers: Record<number, (text: string) => unknown> = {
  [oid.bytea]: (text) => Buffer.from(text.slice(2), 'hex'),
  [oid.int8]: Number,
  [oid.numeric]: Number,
  [oid.date]: (text) => text,
  [oid.timestamptz]: isoFromPostgres,
  [oid.timestamp]: (text) => isoFromPostgres(`${text}+00`),
};

/**
 * Returns bytes as a bytea literal. PGlite's own conversion creates a string for each byte, so a photo would block all
 * requests for a tenth of a second.
 */
const byteaLiteral = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  String.raw`\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`;

/**
 * Opens the embedded PostgreSQL. The folder `memory://` stores nothing on disk. `dump` is the initial content of a new
 * database.
 */
export function openEmbedded(folder: string, dump?: Blob): Promise<PGlite> {
  return PGlite.create({
    ...(folder.startsWith('memory://') ? {} : { dataDir: folder }),
    ...(dump && { loadDataDir: dump }),
    parsers,
    serializers: { [oid.bytea]: byteaLiteral },
  });
}

/**
 * Opens a connection pool to a PostgreSQL server. No start-up parameters are set, because a pooler would reject them.
 */
export function openPool(url: string, size = 10): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    types: {
      getTypeParser: ((id: number, format?: 'text' | 'binary') =>
        parsers[id] ?? pgTypes.getTypeParser(id, format as 'text')) as typeof pgTypes.getTypeParser,
    },
  });
  // The pool and its clients emit `error` if a connection breaks, for example in a failover, whether it is idle or in
  // use. Without listeners for this event, the process would end. A statement that was running fails with an error of
  // its own, and the pool opens a new connection for the next request.
  const ignore = (): void => {};
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

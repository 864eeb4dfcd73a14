import {
  cmp,
  Dexie,
  type DBCore,
  type DBCoreKeyRange,
  type DBCoreMutateRequest,
  type DBCoreTable,
  type DBCoreTransaction,
  type Middleware,
} from 'dexie';
import { isPacked, type EntityName } from '../../../contract/entities/stores.ts';

// [Note: Packed rows] Most of the time of a first mirror is spent on storing rows one by one with their indexes. The
// rows of large entities are therefore first stored as segments: one JSON text for about forty rows with neighbouring
// ids. At any time each row is either in a segment or in the table of its entity, and reading and writing by id work as
// if all rows were in the table: a read looks into the segment, and a write unpacks it first. Queries of other indexes
// see only the table, and cursors reject. Segments are unpacked into the table in the background
// (src/db/outbox/unpack.ts), which no reader by id notices.

/**
 * Rows of one entity with ids from `first` to `last`: the JSON text of an array that is sorted by id, in UTF-8. As a
 * string, it would take twice the space and several times as long to read. Earlier versions stored strings.
 */
export interface Segment {
  c: EntityName;
  first: string;
  last: string;
  rows: Uint8Array<ArrayBuffer> | string;
}

type Row = { id: string };

export const SEGMENTS = 'segments';

/** Number of segments that are read at once. */
const READ_CHUNK = 24;

/** Dexie's type of a range with a lower and an upper bound. */
const RANGE = 2;

const decoder = new TextDecoder();

/** Returns the rows of a segment. */
export const rowsOf = ({ rows }: Segment): Row[] =>
  JSON.parse(typeof rows === 'string' ? rows : decoder.decode(rows)) as Row[];

const idOf = ({ id }: Row): string => id;

const keyOf = (found: Row | string): string => (typeof found === 'string' ? found : found.id);

function isIn({ lower, lowerOpen, upper, upperOpen }: DBCoreKeyRange, id: string): boolean {
  const [start, end] = [lower === undefined ? 1 : cmp(id, lower), upper === undefined ? -1 : cmp(id, upper)];
  return (start > 0 || (start === 0 && !lowerOpen)) && (end < 0 || (end === 0 && !upperOpen));
}

// Dexie keeps its context only in its own promises.
const all = Dexie.Promise.all.bind(Dexie.Promise) as typeof Promise.all;

/** Returns functions that read and unpack the segments of an entity within a transaction. */
function openSegments(core: DBCore, name: EntityName) {
  const segments = core.table(SEGMENTS);
  const index = segments.schema.primaryKey;

  /** Returns the first segments whose last id is `from` or later; `lowerOpen`: later than `from`. */
  const segmentsFrom = (trans: DBCoreTransaction, from: unknown, limit = 1, lowerOpen = false): Promise<Segment[]> => {
    const range = { type: RANGE, lower: [name, from], lowerOpen, upper: [name, core.MAX_KEY] };
    return segments
      .query({ trans, values: true, limit, query: { index, range } })
      .then(({ result }) => result as Segment[]);
  };

  /** Returns a row that is in a segment. */
  const packedRow = (trans: DBCoreTransaction, key: unknown): Promise<unknown> =>
    segmentsFrom(trans, key).then(([segment]) => segment && rowsOf(segment).find(({ id }) => id === key));

  /** Returns the rows of a range of ids by segment, in ascending order; of many rows, at least the first `limit`. */
  const packedIn = (trans: DBCoreTransaction, range: DBCoreKeyRange, limit = Infinity): Promise<Row[][]> => {
    const found: Row[][] = [];
    let count = 0;
    const add = (chunk: Segment[]): Promise<Row[][]> | Row[][] => {
      for (const segment of chunk) {
        if (count >= limit || cmp(segment.first, range.upper ?? core.MAX_KEY) > 0) return found;
        const rows = rowsOf(segment).filter(({ id }) => isIn(range, id));
        found.push(rows);
        count += rows.length;
      }
      return chunk.length === 0 ? found : segmentsFrom(trans, chunk.at(-1)!.last, READ_CHUNK, true).then(add);
    };
    return segmentsFrom(trans, range.lower ?? core.MIN_KEY, READ_CHUNK).then(add);
  };

  /** Moves all rows of the segment that contains a row into the table. */
  const unpack = (trans: DBCoreTransaction, key: unknown): Promise<unknown> =>
    segmentsFrom(trans, key).then(([segment]) => {
      if (!segment || cmp(segment.first, key) > 0) return undefined;
      const keys = [[name, segment.last]];
      return all([
        core.table(name).mutate({ type: 'put', trans, values: rowsOf(segment) }),
        segments.mutate({ type: 'delete', trans, keys }),
      ]);
    });

  /** Returns keys from all segments of which a request changes rows. */
  const changedKeys = (req: DBCoreMutateRequest): Promise<readonly unknown[]> | readonly unknown[] => {
    if (req.type === 'delete') return req.keys;
    if (req.type !== 'deleteRange') return (req.values as Row[]).map(idOf);
    return packedIn(req.trans, req.range).then((parts) => parts.flatMap((rows) => rows.slice(0, 1).map(idOf)));
  };

  return { segmentsFrom, packedRow, packedIn, unpack, changedKeys };
}

/** Returns the table of a packed entity together with the rows in its segments. */
function withSegments(core: DBCore, name: EntityName): DBCoreTable {
  const table = core.table(name);
  const { segmentsFrom, packedRow, packedIn, unpack, changedKeys } = openSegments(core, name);
  return {
    ...table,
    get: (req) => table.get(req).then((row: unknown) => row ?? packedRow(req.trans, req.key)),
    getMany: (req) =>
      table
        .getMany(req)
        .then((rows: unknown[]) => all(rows.map((row, at) => row ?? packedRow(req.trans, req.keys[at])))),
    mutate: (req) =>
      segmentsFrom(req.trans, core.MIN_KEY)
        .then(([segment]) => (segment ? changedKeys(req) : []))
        .then((keys) => all(keys.map((key) => unpack(req.trans, key))))
        .then(() => table.mutate(req)),
    query: (req) => {
      const { trans, query, values, limit = Infinity, direction = 'next' } = req;
      if (!query.index.isPrimaryKey) return table.query(req);
      const isForward = direction.startsWith('next');
      return all([table.query(req), packedIn(trans, query.range, isForward ? limit : Infinity)]).then(
        ([response, parts]) => {
          const packed = values ? parts.flat() : parts.flat().map(idOf);
          if (packed.length === 0) return response;
          const found = [...(response.result as typeof packed), ...packed].toSorted((a, b) => cmp(keyOf(a), keyOf(b)));
          return { result: (isForward ? found : found.toReversed()).slice(0, limit) };
        },
      );
    },
    count: (req) =>
      req.query.index.isPrimaryKey
        ? all([table.count(req), packedIn(req.trans, req.query.range)]).then(
            ([count, parts]) => count + parts.flat().length,
          )
        : table.count(req),
    openCursor: (req) =>
      (req.query.index.isPrimaryKey ? packedIn(req.trans, req.query.range, 1) : all([])).then((parts) => {
        if (parts.flat().length > 0) throw new Error(`${name} has packed rows: read them by id or in pages`);
        return table.openCursor(req);
      }),
  };
}

/** Adds the rows in segments to the tables of packed entities. See: [Note: Packed rows] */
export const packedRows: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'packed-rows',
  // Below all middleware of Dexie, so that its observation of queries and changes applies to packed rows too.
  level: -2,
  create: (core) => {
    // A database of an earlier version has no segments until it is upgraded.
    const hasSegments = core.schema.tables.some(({ name }) => name === SEGMENTS);
    const hasPacked = (name: string): name is EntityName => hasSegments && isPacked(name);
    return {
      ...core,
      transaction: (stores, mode, options) =>
        core.transaction(stores.some(hasPacked) ? [...new Set([...stores, SEGMENTS])] : stores, mode, options),
      table: (name) => (hasPacked(name) ? withSegments(core, name) : core.table(name)),
    };
  },
};

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
// if all rows were in the table: a read looks into the segment, and a write takes the row out of it. Queries of other
// indexes, and cursors, see only the table. Segments are unpacked into the table in the background
// (src/db/outbox/unpack.ts), which no reader by id notices.

/** Rows of one entity with ids from `first` to `last`, as the JSON text of an array that is sorted by id. */
export interface Segment {
  c: EntityName;
  first: string;
  last: string;
  rows: string;
}

type Row = { id: string };
type Keys = readonly string[];

export const SEGMENTS = 'segments';

/** Number of segments that are read at once. */
const READ_CHUNK = 8;

/** Dexie's type of a range with a lower and an upper bound. */
const RANGE = 2;

/** Dexie keeps its context only in its own promises. */
const done = Dexie.Promise.resolve() as Promise<void>;

const rowsOf = ({ rows }: Segment): Row[] => JSON.parse(rows) as Row[];

const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id);

const keyOf = (result: Row | string): string => (typeof result === 'string' ? result : result.id);

const startsBefore = ({ upper }: DBCoreKeyRange, id: string): boolean => upper === undefined || cmp(id, upper) <= 0;

function isIn({ lower, lowerOpen, upper, upperOpen }: DBCoreKeyRange, id: string): boolean {
  const [start, end] = [lower === undefined ? 1 : cmp(id, lower), upper === undefined ? -1 : cmp(id, upper)];
  return (lowerOpen ? start > 0 : start >= 0) && (upperOpen ? end < 0 : end <= 0);
}

/** The segments of one entity within a transaction. */
class Segments {
  private readonly c: string;
  private readonly core: DBCore;
  private readonly table: DBCoreTable;
  private readonly trans: DBCoreTransaction;

  constructor(c: string, core: DBCore, trans: DBCoreTransaction) {
    this.c = c;
    this.core = core;
    this.table = core.table(SEGMENTS);
    this.trans = trans;
  }

  /** Returns the first segments whose last id is `from` or later; `isOpen`: later than `from`. */
  private startingAt(from: unknown, limit: number, isOpen = false): Promise<Segment[]> {
    const { c, core, table, trans } = this;
    const range = { type: RANGE, lower: [c, from], lowerOpen: isOpen, upper: [c, core.MAX_KEY] };
    const query = { index: table.schema.primaryKey, range };
    return table.query({ trans, values: true, limit, query }).then(({ result }) => result as Segment[]);
  }

  /** Calls `visit` for each segment that may contain some of the keys, which are sorted. */
  private visit(keys: Keys, visit: (segment: Segment, keys: Keys) => Promise<unknown>): Promise<void> {
    if (keys.length === 0) return done;
    return this.startingAt(keys[0], 1).then(([segment]) => {
      if (!segment) return undefined;
      const { first, last } = segment;
      const inside = keys.filter((key) => key >= first && key <= last);
      const later = keys.filter((key) => key > last);
      return (inside.length === 0 ? done : visit(segment, inside)).then(() => this.visit(later, visit));
    });
  }

  /** Returns the rows with these keys that are in segments. */
  get(keys: Keys): Promise<Map<string, Row>> {
    const found = new Map<string, Row>();
    return this.visit(keys.toSorted(), (segment, inside) => {
      for (const row of rowsOf(segment)) if (inside.includes(row.id)) found.set(row.id, row);
      return done;
    }).then(() => found);
  }

  /** Removes the rows with these keys from their segments. */
  takeOut(keys: Keys): Promise<void> {
    const { c, table, trans } = this;
    return this.visit(keys.toSorted(), (segment, inside) => {
      const rows = rowsOf(segment);
      const left = rows.filter(({ id }) => !inside.includes(id));
      if (left.length === rows.length) return done;
      if (left.length === 0) return table.mutate({ type: 'delete', trans, keys: [[c, segment.last]] });
      return table.mutate({ type: 'put', trans, values: [{ ...segment, rows: JSON.stringify(left) }] });
    });
  }

  /** Returns the rows of a range of ids that are in segments, in ascending order: at least the first `limit`. */
  within(range: DBCoreKeyRange, limit = Infinity): Promise<Row[]> {
    const found: Row[] = [];
    const collect = (chunk: Segment[]): Promise<Row[]> | Row[] => {
      for (const segment of chunk) {
        if (found.length >= limit || !startsBefore(range, segment.first)) return found;
        found.push(...rowsOf(segment).filter(({ id }) => isIn(range, id)));
      }
      return chunk.length === 0 ? found : this.startingAt(chunk.at(-1)!.last, READ_CHUNK, true).then(collect);
    };
    return this.startingAt(range.lower ?? this.core.MIN_KEY, READ_CHUNK).then(collect);
  }
}

/** Returns the table of a packed entity together with the rows in its segments. */
function withSegments(core: DBCore, name: EntityName): DBCoreTable {
  const table = core.table(name);
  const segmentsIn = ({ trans }: { trans: DBCoreTransaction }): Segments => new Segments(name, core, trans);
  const mutatedKeys = (req: DBCoreMutateRequest): Promise<Keys> => {
    if (req.type === 'deleteRange') return segmentsIn(req).within(req.range).then(idsOf);
    return done.then(() => (req.type === 'delete' ? (req.keys as string[]) : idsOf(req.values as Row[])));
  };
  return {
    ...table,
    get: (req) =>
      table.get(req).then((row: unknown) => {
        const key = req.key as string;
        return (
          row ??
          segmentsIn(req)
            .get([key])
            .then((found) => found.get(key))
        );
      }),
    getMany: (req) =>
      table.getMany(req).then((rows: unknown[]) => {
        const keys = req.keys as string[];
        const missing = keys.filter((_, at) => rows[at] === undefined);
        return segmentsIn(req)
          .get(missing)
          .then((found) => rows.map((row, at) => row ?? found.get(keys[at]!)));
      }),
    mutate: (req) =>
      mutatedKeys(req)
        .then((keys) => segmentsIn(req).takeOut(keys))
        .then(() => table.mutate(req)),
    query: (req) =>
      table.query(req).then((response) => {
        const { query, values, limit = Infinity, direction = 'next' } = req;
        if (!query.index.isPrimaryKey) return response;
        const isForward = direction.startsWith('next');
        return segmentsIn(req)
          .within(query.range, isForward ? limit : Infinity)
          .then((packed) => {
            if (packed.length === 0) return response;
            const all: (Row | string)[] = [
              ...(response.result as (Row | string)[]),
              ...(values ? packed : idsOf(packed)),
            ];
            const sorted = all.toSorted((a, b) => (isForward ? 1 : -1) * cmp(keyOf(a), keyOf(b)));
            return { result: sorted.slice(0, limit) };
          });
      }),
    count: (req) =>
      table.count(req).then((count) => {
        if (!req.query.index.isPrimaryKey) return count;
        return segmentsIn(req)
          .within(req.query.range)
          .then((packed) => count + packed.length);
      }),
    openCursor: (req) => {
      if (!req.query.index.isPrimaryKey) return table.openCursor(req);
      return segmentsIn(req)
        .within(req.query.range, 1)
        .then((packed) => {
          if (packed.length > 0) throw new Error(`${name}: read packed rows by id or in pages, not with a cursor`);
          return table.openCursor(req);
        });
    },
  };
}

/** Adds the rows in segments to the tables of packed entities. See: [Note: Packed rows] */
export const packedRows: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'packed-rows',
  // Below all middleware of Dexie, so that its observation of queries and changes applies to packed rows too.
  level: -2,
  create: (core) => ({
    ...core,
    transaction: (stores, mode, options) =>
      core.transaction(stores.some(isPacked) ? [...new Set([...stores, SEGMENTS])] : stores, mode, options),
    table: (name) => (isPacked(name) ? withSegments(core, name) : core.table(name)),
  }),
};

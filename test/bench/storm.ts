import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { PushOp } from '../../contract/sync.ts';
import { ContactOps } from '../helpers/contacts.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';
import { percentile, measureMs, type Figures } from './figures.ts';

// `npm run bench -- --against` also runs this file with the server of an earlier commit. So this file imports only what
// also exists in earlier commits.

const DEVICES = Number(process.env['DEVICES'] ?? 500);
const WRITES = 20;
const CONCURRENT_CALLS = 50;
/** One in this many requests is sent twice at once. */
const SENT_TWICE_EVERY = 10;
const MINUTE_MS = 60_000;

/** Calls `run` for each item, with a fixed number of calls in progress. */
export async function runPooled<T>(items: readonly T[], run: (item: T, index: number) => Promise<void>): Promise<void> {
  const queue = [...items.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await run(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work));
}

const commentsOf = (server: SyncServer, count: number) =>
  Array.from({ length: count }, () => server.comment('a comment of usual length, about one line'));

/** Creates the records that a device changes with writes of various kinds, and returns these writes. */
async function prepareMixedWrites(server: SyncServer, person: Person, lesson_id: string): Promise<PushOp[]> {
  const ops = new ContactOps(server);
  const contacts = Array.from({ length: 4 }, (_, index) => ops.create({ first_name: `Person ${index}` }));
  const task = server.task();
  await push(server, person, [...contacts, task]);
  const times = Array.from({ length: 4 }, (_, index) => {
    const [from, to] = [server.iso((index - 9) * MINUTE_MS), server.iso((index - 8) * MINUTE_MS)];
    const args = { lesson_id, slice_id: uuidv7(), from, to, active_s: 60, scrolled: index * 10 };
    return server.op({ kind: 'lesson.time', id: lesson_id, args });
  });
  const step = (kind: string, args: object) => server.op({ kind, id: task.id, args });
  return [
    ...commentsOf(server, 6),
    ...times,
    ...contacts.map(({ id }) => ops.edit(id, { notes: 'called, wants to come' })),
    step('task.start', { slice_id: uuidv7(), at: server.iso(-5 * MINUTE_MS) }),
    step('task.pause', { at: server.iso(-3 * MINUTE_MS) }),
    step('task.start', { slice_id: uuidv7(), at: server.iso(-2 * MINUTE_MS) }),
    ...contacts.slice(0, 3).map(({ id }) => ops.log({ contact_id: id })),
  ];
}

async function push(server: SyncServer, person: Person, ops: readonly PushOp[]): Promise<void> {
  const { results } = await server.push(person, ops);
  const failed = results.find(({ status }) => status !== 200);
  if (failed) throw new Error(`a write failed: ${JSON.stringify(failed)}`);
}

type CountedTable = 'comments' | 'lesson_slices' | 'interactions' | 'task_log' | 'contacts' | 'sync_ops';

async function countOf({ deps: { db, scope } }: SyncServer, table: CountedTable): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('scope', '=', scope)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface Round {
  name: string;
  writesOf(server: SyncServer, person: Person, lesson_id: string): Promise<PushOp[]>;
  /** Number of rows that each device adds to each table. */
  rows: Partial<Record<CountedTable, number>>;
}

const rounds: readonly Round[] = [
  {
    name: 'comments',
    writesOf: (server) => Promise.resolve(commentsOf(server, WRITES)),
    rows: { comments: WRITES, sync_ops: WRITES },
  },
  {
    name: 'the mixture',
    writesOf: prepareMixedWrites,
    rows: { comments: 6, lesson_slices: 4, contacts: 0, task_log: 3, interactions: 3, sync_ops: WRITES },
  },
];

async function countsOf(server: SyncServer, { rows }: Round): Promise<Map<CountedTable, number>> {
  const counts = new Map<CountedTable, number>();
  for (const table of Object.keys(rows) as CountedTable[]) counts.set(table, await countOf(server, table));
  return counts;
}

async function checkRows(server: SyncServer, round: Round, before: ReadonlyMap<CountedTable, number>): Promise<void> {
  for (const [table, count] of await countsOf(server, round)) {
    const expected = (before.get(table) ?? 0) + DEVICES * (round.rows[table] ?? 0);
    if (count !== expected) throw new Error(`${table} has ${count} rows after ${round.name}, not ${expected}`);
  }
  if (round.rows.contacts === undefined) return;
  const { db, scope } = server.deps;
  const edited = await db
    .selectFrom('contacts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('scope', '=', scope)
    .where('notes', '!=', '')
    .executeTakeFirstOrThrow();
  if (Number(edited.count) !== DEVICES * 4) throw new Error(`${edited.count} contacts were edited`);
}

async function runRound(server: SyncServer, round: Round): Promise<Figures> {
  const lesson_id = await server.lesson(await server.category());
  const devices: { person: Person; ops: PushOp[] }[] = [];
  for (let index = 0; index < DEVICES; index += 1) {
    const person = await server.consultant();
    await push(server, person, commentsOf(server, 1));
    devices.push({ person, ops: await round.writesOf(server, person, lesson_id) });
  }
  await sql`analyze`.execute(server.deps.db);
  const before = await countsOf(server, round);
  const times: number[] = [];
  const send = async ({ person, ops }: (typeof devices)[number]) => {
    times.push(await measureMs(() => push(server, person, ops)));
  };
  const ms = await measureMs(() =>
    runPooled(devices, async (device, index) => {
      await Promise.all(index % SENT_TWICE_EVERY === 0 ? [send(device), send(device)] : [send(device)]);
    }),
  );
  await checkRows(server, round, before);
  const name = `storm of ${round.name}`;
  return {
    [`${name}, writes a second`]: (DEVICES * WRITES * 1000) / ms,
    [`${name}, push p50, ms`]: percentile(times, 0.5),
    [`${name}, push p99, ms`]: percentile(times, 0.99),
  };
}

/** Measures 500 devices that reconnect at the same time. Throws if a write took effect twice or not at all. */
export async function measureStorm(): Promise<Figures> {
  const server = await openSyncServer();
  const figures: Figures = {};
  for (const round of rounds) Object.assign(figures, await runRound(server, round));
  await server.close();
  return figures;
}

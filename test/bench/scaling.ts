import { uuidv7 } from 'uuidv7';
import { callNamed } from '../../contract/api-calls/index.ts';
import type { PushReply } from '../../contract/sync.ts';
import { openDatabase } from '../../server/db/open.ts';
import { newFolder, Server } from '../e2e/helpers/start-server.ts';
import { createDatabase, openTestServer, TestClock } from '../helpers/server.ts';
import { SyncServer, type Person } from '../helpers/sync-server.ts';
import { TEST_SECRET } from '../helpers/test-payments.ts';
import { measureMs, median, percentile, type Figures } from './figures.ts';
import { runPooled } from './storm.ts';
import { openStreams } from './streams.ts';

const PROCESSES = [1, 2, 4];
const DEVICES = 500;
const WRITES = 20;
const STREAMS = 2_000;
const POKES = 5;

/** Sends a push to one process. Throws an error if a write failed. Returns the rev of the reply. */
async function push(url: string, { token, device_id }: Person, ops: readonly unknown[]): Promise<number> {
  const { method, path } = callNamed('sync.push');
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ proto: 1, device_id, ops });
  const reply = await fetch(`${url}${path}`, { method, headers, body });
  if (reply.status !== 200) throw new Error(`a push was answered with ${reply.status}: ${await reply.text()}`);
  const { results, rev } = (await reply.json()) as PushReply;
  const failed = results.find(({ status }) => status !== 200);
  if (failed) throw new Error(`a write failed: ${JSON.stringify(failed)}`);
  return rev;
}

/** Pushes the writes of all devices, which are spread evenly over the processes. */
async function measurePushes(sync: SyncServer, urls: readonly string[]): Promise<Figures> {
  const devices: { person: Person; ops: unknown[] }[] = [];
  for (let index = 0; index < DEVICES; index += 1) {
    const ops = Array.from({ length: WRITES }, () => sync.comment('a comment of usual length, about one line'));
    devices.push({ person: await sync.consultant(), ops });
  }
  const times: number[] = [];
  const ms = await measureMs(() =>
    runPooled(devices, async ({ person, ops }, index) => {
      times.push(await measureMs(() => push(urls[index % urls.length]!, person, ops)));
    }),
  );
  return {
    [`writes a second, ${urls.length} processes`]: (DEVICES * WRITES * 1000) / ms,
    [`push p99 in ms, ${urls.length} processes`]: percentile(times, 0.99),
  };
}

/**
 * Opens the same number of streams on each process, and measures how long a write that the first process receives takes
 * to reach all of them.
 */
async function measureFanOut(sync: SyncServer, urls: readonly string[]): Promise<Figures> {
  const author = await sync.consultant();
  const ports = urls.map((url) => Number(new URL(url).port));
  const streams = await openStreams(STREAMS, ports, () => sync.consultant());
  try {
    const times: number[] = [];
    for (let round = 0; round < POKES; round += 1) {
      const rev = await push(urls[0]!, author, [sync.comment(`round ${round}`)]);
      times.push(await measureMs(() => Promise.all(streams.map((stream) => stream.receives(`"rev":${rev}}`)))));
    }
    return { [`a poke reaches ${STREAMS} streams in ms, ${urls.length} processes`]: median(times) };
  } finally {
    for (const stream of streams) stream.close();
  }
}

async function measureProcesses(sync: SyncServer, databaseUrl: string, count: number): Promise<Figures> {
  const settings = { DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET, SCOPE: sync.plain.scope, DEMO: '0' };
  const servers = Array.from({ length: count }, () => new Server(newFolder('scaling'), settings));
  try {
    for (const server of servers) await server.start();
    const urls = servers.map(({ url }) => url);
    return { ...(await measurePushes(sync, urls)), ...(await measureFanOut(sync, urls)) };
  } finally {
    for (const server of servers) await server.remove();
  }
}

/**
 * Measures the push throughput, and how fast a poke reaches all event streams, with one, two and four built server
 * processes on one PostgreSQL. The clients run in this process. With two cores, the processes, the clients and
 * PostgreSQL share them, so more processes cannot be faster there.
 */
export async function measureScaling(): Promise<Figures> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) throw new Error('The part scaling needs PostgreSQL: add --postgres');
  const databaseUrl = await createDatabase(url);
  const database = await openDatabase({ dataDir: '', databaseUrl });
  const clock = new TestClock(new Date().toISOString());
  const server = await openTestServer({ db: database.db, clock, scope: `scaling-${uuidv7()}` });
  try {
    const sync = new SyncServer(server);
    const figures: Figures = {};
    for (const count of PROCESSES) Object.assign(figures, await measureProcesses(sync, databaseUrl, count));
    return figures;
  } finally {
    await server.close();
    await database.close();
  }
}

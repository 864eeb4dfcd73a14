import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { callNamed } from '../../contract/api-calls/index.ts';
import type { SnapshotReply } from '../../contract/sync.ts';
import { openTestServer, roles } from '../helpers/server.ts';
import { median, type Figures } from './figures.ts';
import { CONTACTS, insertContacts } from './seed.ts';

const ROUNDS = 5;
/**
 * How often pages in memory are fetched per round. They arrive so fast that a single fetch would be too short to
 * measure.
 */
const REPETITIONS = 10;
/** The sync group that contains the contacts. */
const GROUP = 'p1';
const PAGE_ROWS = '500';
/** Minimum speed of pages that the server has sent before, as a share of the speed of bare streaming. */
const GOAL = 0.6;

/** A body as it was sent. Small bodies are not compressed. */
interface Body {
  data: Buffer;
  isGzip: boolean;
}

interface Page {
  query: string;
  body: Body;
}

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

const agent = new Agent({ keepAlive: true });

async function fetchBody(port: number, path: string, token: string): Promise<Body> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  const [reply] = (await once(get({ port, path, agent, headers }), 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk as Buffer);
  const data = Buffer.concat(chunks);
  if (reply.statusCode !== 200) throw new Error(`snapshot: ${reply.statusCode} ${data.toString()}`);
  return { data, isGzip: reply.headers['content-encoding'] === 'gzip' };
}

const snapshotPath = (query: string): string => `${callNamed('sync.snapshot').path}?${query}`;

/** Fetches all pages of the group, one after the other, as a device does. */
async function fetchPages(port: number, token: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let page: string | null = ''; page !== null;) {
    const query = new URLSearchParams({ group: GROUP, limit: PAGE_ROWS, ...(page !== '' && { page }) }).toString();
    const body = await fetchBody(port, snapshotPath(query), token);
    pages.push({ query, body });
    const text = body.isGzip ? gunzipSync(body.data) : body.data;
    page = (JSON.parse(text.toString()) as SnapshotReply).next;
  }
  return pages;
}

/**
 * Fetches pages whose queries are known, one after the other. Returns the seconds that this took, as the average of all
 * repetitions.
 */
async function stream(port: number, token: string, pages: readonly Page[], repetitions = 1): Promise<number> {
  const startedAt = performance.now();
  for (let count = 0; count < repetitions; count += 1)
    for (const { query } of pages) await fetchBody(port, snapshotPath(query), token);
  return (performance.now() - startedAt) / 1000 / repetitions;
}

/** Serves the pages from memory with the same framework and nothing else. */
function serveFromMemory(pages: readonly Page[]): FastifyInstance {
  const bodies = new Map(pages.map(({ query, body }) => [snapshotPath(query), body]));
  const app = fastify();
  app.get(callNamed('sync.snapshot').path, (request, reply) => {
    const body = bodies.get(request.url);
    if (body?.isGzip) void reply.header('Content-Encoding', 'gzip');
    void reply.type('application/json').send(body?.data);
  });
  return app;
}

/**
 * Measures how long the server takes to send a large address book page by page: first from the database, and again
 * while nothing has changed. For comparison, the same bytes are streamed from memory in the same rounds.
 */
export async function measureSnapshot(): Promise<Figures> {
  const server = await openTestServer({ app: { rate_limits: false } });
  const { id, token } = await server.user(roles.consultant);
  await insertContacts(server.db, id);
  const port = await listen(server.app);
  const pages = await fetchPages(port, token);
  // The server does not keep the last page.
  const keptPages = pages.slice(0, -1);
  const bare = serveFromMemory(pages);
  const barePort = await listen(bare);
  const times = { cold: [] as number[], ready: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Any write makes the server read all pages again.
    await server.db
      .updateTable('sync_counter')
      .set((eb) => ({ rev: eb('rev', '+', 1) }))
      .execute();
    times.cold.push(await stream(port, token, pages));
    times.bare.push(await stream(barePort, token, keptPages, REPETITIONS));
    times.ready.push(await stream(port, token, keptPages, REPETITIONS));
  }
  agent.destroy();
  await Promise.all([bare.close(), server.close()]);
  const ratio = median(times.bare.map((seconds, round) => seconds / times.ready[round]!));
  process.stdout.write(
    `${ratio >= GOAL ? 'pass' : 'FAIL'}: pages that were sent before, at least ${GOAL} of bare streaming\n`,
  );
  return {
    [`snapshot of ${CONTACTS} rows, compressed MB`]:
      pages.reduce((sum, { body }) => sum + body.data.byteLength, 0) / 1e6,
    'snapshot from the database, s': median(times.cold),
    'snapshot sent again, s': median(times.ready),
    'the same bytes streamed from memory, s': median(times.bare),
    'snapshot sent again, speed as a part of streaming from memory': ratio,
    'snapshot from the database, speed as a part of streaming from memory': median(
      times.bare.map((seconds, round) => seconds / times.cold[round]!),
    ),
  };
}

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import fastify, { type FastifyInstance } from 'fastify';
import { buildTestLanding } from '../helpers/landing-server.ts';
import { pageBlock } from '../helpers/page-blocks.ts';
import { publishPage } from '../helpers/published-page.ts';
import { openTestServer } from '../helpers/server.ts';
import { median, type Figures } from './figures.ts';
import type { LoadPlan } from './landing-load.ts';

const ROUNDS = 9;
const REQUESTS = 6_000;

const blocks = [
  pageBlock('hero', { title: 'Open evening for families', subtitle: 'Thursday 26 November, 18:00, Hamburg.' }),
  pageBlock('heading', { text: 'What to expect' }),
  pageBlock('list', { items: ['A short talk', 'Small groups', 'Supper together, free of charge'] }),
  pageBlock('testimonial', { quote: 'We came for the supper and stayed for the people.', author: 'Katrin' }),
  pageBlock('text', { text: 'A paragraph of usual length.\n\n'.repeat(20) }),
  pageBlock('form', { consent: 'I agree that Anna may call me about this evening.' }),
];

async function portOf(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/**
 * Sends requests from another thread, so that this thread only serves them. Returns the number of requests served per
 * second.
 */
async function measureRate(load: Worker, target: Omit<LoadPlan, 'requests'>): Promise<number> {
  const startedAt = performance.now();
  load.postMessage({ ...target, requests: REQUESTS } satisfies LoadPlan);
  await once(load, 'message');
  return (REQUESTS / (performance.now() - startedAt)) * 1000;
}

/** Measures a published page and, for comparison, a bare route that returns the same bytes from memory. */
export async function measureLanding(): Promise<Figures> {
  const server = await openTestServer();
  const owner = await server.user();
  const { unique_name } = await publishPage(server, owner.id, { blocks });
  // The cache checks pages once a second, so it needs a running clock.
  const landing = await buildTestLanding({ ...server.deps, clock: () => new Date() });
  const path = `/l/${unique_name}`;
  const { rawPayload, headers } = await landing.inject({ url: path, headers: { 'accept-encoding': 'br' } });
  const { date: _date, connection: _connection, 'content-length': _length, ...same } = headers;
  const bare = fastify();
  bare.get(path, (_request, reply) => {
    reply.headers(same).send(rawPayload);
  });
  const [pagePort, barePort] = [await portOf(landing), await portOf(bare)];
  const load = new Worker(new URL('./landing-load.ts', import.meta.url));
  const rates = { page: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.bare.push(await measureRate(load, { port: barePort, path }));
    rates.page.push(await measureRate(load, { port: pagePort, path }));
  }
  await load.terminate();
  await Promise.all([landing.close(), bare.close(), server.close()]);
  const ratios = rates.page.map((each, round) => each / rates.bare[round]!);
  return {
    'a published page, bytes': rawPayload.byteLength,
    'a published page, requests a second': median(rates.page),
    'a bare route with the same bytes, requests a second': median(rates.bare),
    'a published page, times a bare route': median(ratios),
  };
}

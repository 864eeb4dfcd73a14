import { mkdir, writeFile } from 'node:fs/promises';
import fastify from 'fastify';
import { uuidv7 } from 'uuidv7';
import { openTestServer, roles } from '../helpers/server.ts';

// `npm run bench`: ratios measured side by side in one run, on the embedded database in memory. Prints a table and
// writes bench.json beside the builds. Machines are shared and noisy: the ratios count, not the milliseconds.
const ROUNDS = 7;
const OPS = 50;
const REQUESTS = 100;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

function commentOps(): object[] {
  const at = new Date().toISOString();
  return Array.from({ length: OPS }, () => {
    const id = uuidv7();
    const args = { lesson: null, parent: null, text: 'a comment of usual length, about one line', at };
    const fixed = {
      deps: [],
      kind: 'comment.add',
      v: 1,
      entity: 'comments',
      base_rev: 0,
      base: null,
      clock_offset_ms: 0,
    };
    return { ...fixed, op_id: uuidv7(), lane: `comments:${id}`, id, args, at };
  });
}

const server = await openTestServer();
const user = await server.user(roles.consultant);
const bare = fastify();
bare.get('/', () => ({ ok: true }));

const query = { p0: 1_000_000, p1: 1_000_000, p2: 1_000_000, p3: 1_000_000 };
const rev = async () => (await server.call('sync.push', { token: user.token, body: push() })).body['rev'];
const push = () => ({ proto: 1, device_id: uuidv7(), ops: commentOps() });
const here = Number(await rev());
for (const group of ['p0', 'p1', 'p2', 'p3'] as const) query[group] = here;

const rounds = { bare: [] as number[], pull: [] as number[], push: [] as number[], replay: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  rounds.bare.push(
    await timed(async () => {
      for (let count = 0; count < REQUESTS; count += 1) await bare.inject('/');
    }),
  );
  rounds.pull.push(
    await timed(async () => {
      for (let count = 0; count < REQUESTS; count += 1) await server.call('sync.changes', { token: user.token, query });
    }),
  );
  const body = push();
  rounds.push.push(await timed(() => server.call('sync.push', { token: user.token, body })));
  rounds.replay.push(await timed(() => server.call('sync.push', { token: user.token, body })));
  const latest = Number(await rev());
  for (const group of ['p0', 'p1', 'p2', 'p3'] as const) query[group] = latest;
}

const results = {
  'bare GET, ms': median(rounds.bare) / REQUESTS,
  'empty pull, ms': median(rounds.pull) / REQUESTS,
  'empty pull, times a bare GET': median(rounds.pull) / median(rounds.bare),
  [`push of ${OPS} comments, ops a second`]: (OPS / median(rounds.push)) * 1000,
  [`the same push replayed, ops a second`]: (OPS / median(rounds.replay)) * 1000,
};
for (const [name, value] of Object.entries(results)) process.stdout.write(`${name.padEnd(44)} ${value.toFixed(2)}\n`);
await mkdir('dist', { recursive: true });
await writeFile('dist/bench.json', JSON.stringify(results, null, 2));
await server.close();
await bare.close();
process.exit(0);

import fastify from 'fastify';
import { uuidv7 } from 'uuidv7';
import { openTestServer, roles } from '../helpers/server.ts';
import { median, measureMs, type Figures } from './figures.ts';

const ROUNDS = 7;
const OPS = 50;
const REQUESTS = 100;

function commentOps(): object[] {
  const at = new Date().toISOString();
  return Array.from({ length: OPS }, () => {
    const id = uuidv7();
    const args = { lesson: null, parent: null, text: 'a comment of usual length, about one line', at };
    const commonFields = {
      deps: [],
      kind: 'comment.add',
      v: 1,
      entity: 'comments',
      base_rev: 0,
      base: null,
      clock_offset_ms: 0,
    };
    return { ...commonFields, op_id: uuidv7(), lane: `comments:${id}`, id, args, at };
  });
}

async function repeat(run: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < REQUESTS; count += 1) await run();
}

/**
 * Measures pull and push on the server. For comparison, a bare GET of the same framework is measured in the same run.
 */
export async function measureServer(): Promise<Figures> {
  const server = await openTestServer();
  const bareServer = fastify();
  bareServer.get('/', () => ({ ok: true }));

  const push = () => ({ proto: 1, device_id: uuidv7(), ops: commentOps() });
  const cursors = (rev: number) => ({ p0: rev, p1: rev, p2: rev, p3: rev });
  const rounds = { bare: [] as number[], pull: [] as number[], push: [] as number[], replay: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Use a new person for each round, because the comments of all rounds together exceed the daily limit of one
    // person.
    const { token } = await server.user(roles.consultant);
    const send = (body: object) => server.call('sync.push', { token, body });
    const query = cursors(Number((await send(push())).body['rev']));
    rounds.bare.push(await measureMs(() => repeat(() => bareServer.inject('/'))));
    rounds.pull.push(await measureMs(() => repeat(() => server.call('sync.changes', { token, query }))));
    const body = push();
    rounds.push.push(await measureMs(() => send(body)));
    rounds.replay.push(await measureMs(() => send(body)));
  }
  await server.close();
  await bareServer.close();
  return {
    'bare GET, ms': median(rounds.bare) / REQUESTS,
    'empty pull, ms': median(rounds.pull) / REQUESTS,
    'empty pull, times a bare GET': median(rounds.pull) / median(rounds.bare),
    [`push of ${OPS} comments, ops a second`]: (OPS / median(rounds.push)) * 1000,
    'the same push replayed, ops a second': (OPS / median(rounds.replay)) * 1000,
  };
}

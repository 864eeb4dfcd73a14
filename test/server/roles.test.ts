import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { principals } from '../../contract/calls/define.ts';
import { callNamed, callNames, type CallName } from '../../contract/calls/index.ts';
import { addLesson, samplesOf, type Samples } from '../helpers/samples.ts';
import { openTestServer, roles, TEST_PASSWORD, type TestServer, type TestUser } from '../helpers/server.ts';

const everybody = [...principals, 'blocked'] as const;
type Who = (typeof everybody)[number];

let server: TestServer;
let samples: Samples;
const people = new Map<Who, TestUser>();

beforeAll(async () => {
  server = await openTestServer();
  const { email } = await server.user();
  samples = samplesOf(server, { lesson_id: await addLesson(server), email: email!, password: TEST_PASSWORD });
  for (const who of everybody) if (who !== 'anonymous') people.set(who, await server.user(roles[who]));
});
afterAll(() => server.close());

/** Uses a new session each time, since one of the calls logs out. */
async function tokenOf(who: Who): Promise<string | undefined> {
  const person = people.get(who);
  return person && server.tokenFor(person);
}

/** Returns what the contract promises: the call's success status, or the status and code of its error. */
function promised(name: CallName, who: Who): [number, string | undefined] {
  const call = callNamed(name);
  const done: [number, undefined] = [call.status ?? 200, undefined];
  if (call.roles.includes('anonymous')) return done;
  if (who === 'anonymous') return [401, 'unauthorized'];
  if (who === 'blocked') return [403, 'blocked'];
  return call.roles.includes(who) ? done : [403, 'forbidden'];
}

async function stream(who: Who): Promise<[number, string | undefined]> {
  const { port } = server.app.server.address() as { port: number };
  const abort = new AbortController();
  const token = await tokenOf(who);
  const reply = await fetch(`http://127.0.0.1:${port}${callNamed('sync.events').path}`, {
    signal: abort.signal,
    headers: token ? { authorization: `JWT ${token}` } : {},
  });
  const { code } = reply.ok ? {} : ((await reply.json()) as { code?: string });
  abort.abort();
  return [reply.status, code];
}

async function answered(name: CallName, who: Who): Promise<[number, string | undefined]> {
  if (name === 'sync.events') return stream(who);
  const token = await tokenOf(who);
  const { status, body } = await server.call(name, { ...(await samples[name](token)), token });
  return [status, body['code'] as string | undefined];
}

describe('role matrix', () => {
  it('access matches the contract for every call and role', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const cells = callNames.flatMap((name) => everybody.map((who) => ({ name, who })));
    for (const { name, who } of cells) {
      expect([name, who, ...(await answered(name, who))]).toEqual([name, who, ...promised(name, who)]);
    }
    process.stdout.write(
      `authorisation matrix: ${callNames.length} calls x ${everybody.length} = ${cells.length} cells\n`,
    );
  }, 90_000);

  it('applies a role change at the next request', async () => {
    const user = await server.user(roles.consultant);
    const ask = async () => (await server.call('tasks.users_to_link', { token: user.token })).status;
    expect(await ask()).toBe(200);
    await server.db.updateTable('users').set({ is_staff: false }).where('id', '=', user.id).execute();
    expect(await ask()).toBe(403);
  });

  it('grants no rights from another scope', async () => {
    const elsewhere = await server.tokenFor({ ...(await server.user()), scope: 'another' });
    expect((await server.call('accounts.me', { token: elsewhere })).status).toBe(401);
  });
});

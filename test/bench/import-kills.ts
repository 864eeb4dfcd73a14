import { setTimeout as sleep } from 'node:timers/promises';
import { callNamed, type CallName } from '../../contract/api-calls/index.ts';
import type { ImportRow } from '../../contract/api-calls/imports.ts';
import { seedOnce } from '../e2e/helpers/global-setup.ts';
import { startServer, type Server } from '../e2e/helpers/start-server.ts';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import { csvOf, settingsOf } from '../helpers/import-files.ts';
import { multipartBody } from '../helpers/multipart.ts';
import type { Figures } from './figures.ts';

const ROWS = 6_000;
const KILLS = 3;

async function logIn(server: Server): Promise<string> {
  const body = new URLSearchParams({ username: 'manager@example.org', password: DEMO_PASSWORD });
  const reply = await fetch(`${server.url}${callNamed('accounts.login').path}`, { method: 'POST', body });
  return ((await reply.json()) as { token: string }).token;
}

function client(server: Server, token: string) {
  const post = async <T>(name: CallName, body: BodyInit, headers: Record<string, string>): Promise<T> => {
    const url = `${server.url}${callNamed(name).path}`;
    const reply = await fetch(url, { method: 'POST', body, headers: { authorization: `Bearer ${token}`, ...headers } });
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  };
  const call = <T>(name: CallName, body: object): Promise<T> =>
    post<T>(name, JSON.stringify(body), { 'content-type': 'application/json' });
  const waiting = async () => (await call<{ total_count: number }>('team.waiting_users', {})).total_count;
  const row = async (id: string) => (await call<{ results: ImportRow[] }>('imports.list', { id })).results[0]!;
  return { post, call, waiting, row };
}

/** Waits until the run has processed a number of rows. */
async function waitForRows(api: ReturnType<typeof client>, id: string, done: number): Promise<void> {
  while ((await api.row(id)).done < done) await sleep(50);
}

/** Kills the server three times during an import. Throws unless the result equals that of an undisturbed run. */
export async function importKillFigures(): Promise<Figures> {
  const removeSeed = await seedOnce();
  const server = await startServer();
  try {
    const token = await logIn(server);
    const before = await client(server, token).waiting();
    const rows = Array.from({ length: ROWS }, (_, at) => [`Person${at}`, `+4930${String(at).padStart(5, '0')}22`]);
    const file = csvOf(['First name', 'Phone'], rows);
    const { payload, headers } = multipartBody([{ name: 'file', file, filename: 'people.csv', type: 'text/csv' }]);
    const { id } = await client(server, token).post<ImportRow>('imports.save', new Uint8Array(payload), headers);
    const settings = settingsOf(['first_name', 'phone']);
    const plan = await client(server, token).call<ImportRow>('imports.start', { id, preview: true, settings });
    await client(server, token).call('imports.start', { id, plan_hash: plan.plan_hash });
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await waitForRows(client(server, token), id, (ROWS / (KILLS + 2)) * kill);
      await server.kill();
      await server.start();
    }
    const api = client(server, token);
    await waitForRows(api, id, ROWS);
    const result = await api.row(id);
    const added = (await api.waiting()) - before;
    if (result.state !== 'completed' || result.created !== ROWS || added !== ROWS || plan.created !== ROWS)
      throw new Error(`the result differs from that of an undisturbed run: ${JSON.stringify({ result, added })}`);
    return {
      'import with three kills: people created': result.created,
      'import with three kills: people added': added,
    };
  } finally {
    await server.remove();
    removeSeed();
  }
}

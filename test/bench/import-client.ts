import { setTimeout as sleep } from 'node:timers/promises';
import { callNamed, type CallName } from '../../contract/api-calls/index.ts';
import type { ImportRow } from '../../contract/api-calls/imports.ts';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import type { Server } from '../e2e/helpers/start-server.ts';
import { makeCsv, settingsOf } from '../helpers/import-files.ts';
import { multipartBody } from '../helpers/multipart.ts';

/** Logs in as the demo manager. Returns the access token, which stays valid when the server restarts. */
export async function logIn(server: Server): Promise<string> {
  const body = new URLSearchParams({ username: 'manager@example.org', password: DEMO_PASSWORD });
  const reply = await fetch(`${server.url}${callNamed('accounts.login').path}`, { method: 'POST', body });
  return ((await reply.json()) as { token: string }).token;
}

/** Returns rows with the first names and phone numbers of new people. */
export const newPeople = (count: number): string[][] =>
  Array.from({ length: count }, (_, at) => [`Person${at}`, `+4930${String(at).padStart(5, '0')}22`]);

/** Returns functions that import people into a running server. */
export function importClient(server: Server, token: string) {
  const post = async <T>(name: CallName, body: BodyInit, headers: Record<string, string>): Promise<T> => {
    const url = `${server.url}${callNamed(name).path}`;
    const reply = await fetch(url, { method: 'POST', body, headers: { authorization: `Bearer ${token}`, ...headers } });
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  };
  const call = <T>(name: CallName, body: object): Promise<T> =>
    post<T>(name, JSON.stringify(body), { 'content-type': 'application/json' });
  const row = async (id: string) => (await call<{ results: ImportRow[] }>('imports.list', { id })).results[0]!;
  return {
    call,
    row,
    /** Starts an import of these rows. Returns its plan. */
    start: async (rows: readonly (readonly string[])[]): Promise<ImportRow> => {
      const file = makeCsv(['First name', 'Phone'], rows);
      const { payload, headers } = multipartBody([{ name: 'file', file, filename: 'people.csv', type: 'text/csv' }]);
      const { id } = await post<ImportRow>('imports.save', new Uint8Array(payload), headers);
      const settings = settingsOf(['first_name', 'phone']);
      const plan = await call<ImportRow>('imports.start', { id, preview: true, settings });
      await call('imports.start', { id, plan_hash: plan.plan_hash });
      return plan;
    },
    /** Waits until the import has processed at least `done` rows. */
    waitFor: async (id: string, done: number): Promise<void> => {
      while ((await row(id)).done < done) await sleep(50);
    },
  };
}

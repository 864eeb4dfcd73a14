import { openDeviceDb } from '../../src/db/schema/db.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import type { LoginResult } from '../../src/bridge/results.ts';
import { login } from '../../workers/sync/account.ts';
import { withDocumentedApi } from '../../workers/sync/api-transport.ts';
import { openSyncClient, type SyncClient } from '../../workers/sync/sync-client.ts';
// Loads the lazy code in advance, so that no test waits for it.
import '../../workers/sync/documented/open.ts';
import '../../workers/sync/push.ts';
import { makePorts, START, type FakePorts } from '../helpers/phone.ts';
import { ForeignApi, type ForeignOptions } from './api.ts';
import { FOREIGN_PASSWORD } from './world.ts';

export interface ForeignPhone {
  api: ForeignApi;
  /** The ports of the device, without the code that translates for the API. */
  ports: FakePorts;
  phone: SyncClient;
  /** Sends a request of a screen, and returns the status and the body of the response. */
  request(method: 'GET' | 'POST', url: string, body?: object): Promise<{ status: number; body: unknown }>;
  /** Advances the clock, and runs a sync cycle that reads every list. */
  sync(ms?: number): Promise<string>;
}

/** Logs in to the API on a new device. */
export async function loginTo(ports: FakePorts, email: string): Promise<LoginResult> {
  const device = openDeviceDb(ports);
  const result = await login(withDocumentedApi(ports), device, {
    username: email,
    password: FOREIGN_PASSWORD,
    language: null,
  });
  device.close();
  return result;
}

/** Creates an API and a phone on which a user is logged in and everything is mirrored. */
export async function makeForeignPhone(
  options: Partial<ForeignOptions> = {},
  email = 'lena@foreign.test',
): Promise<ForeignPhone> {
  const ports = makePorts();
  const api = new ForeignApi({ now: () => START, random: () => 1, ...options });
  ports.fetch = api.fetch;
  const result = await loginTo(ports, email);
  if (!result.ok) throw new Error(`the login failed: ${result.why}`);
  const translated = withDocumentedApi(ports);
  const phone = await openSyncClient(translated, result.user_id);
  const sync = async (ms = 61_000) => {
    ports.clock.pass(ms);
    translated.expire?.();
    return phone.runCycle();
  };
  const request: ForeignPhone['request'] = async (method, url, body) => {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${await savedMeta(phone.db, 'token')}`,
    };
    const response = await translated.fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, body: await response.json() };
  };
  await sync(0);
  return { api, ports, phone, sync, request };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import type { Contact } from '../../contract/entities/contact.ts';
import { openDeviceDb } from '../../src/db/schema/db.ts';
import { login } from '../../workers/sync/account.ts';
import { openSyncClient, type SyncClient } from '../../workers/sync/sync-client.ts';
import { Proxy, type ProxiedRequest } from '../e2e/helpers/proxy.ts';
import { livePorts } from '../helpers/live-ports.ts';
import type { FakePorts } from '../helpers/phone.ts';
import { openTestServer, roles, TEST_PASSWORD, type TestServer } from '../helpers/server.ts';
import type { Figures } from './figures.ts';
import { blankContact } from '../helpers/blank-contact.ts';

const EDITS = 500;
const ROUND_TRIP_MS = 300;

async function openPhoneFor(server: TestServer, network: Proxy): Promise<{ phone: SyncClient; ports: FakePorts }> {
  const user = await server.user(roles.consultant);
  const ports = livePorts((url, init) => fetch(`${network.url}${url}`, init));
  const device = openDeviceDb(ports);
  const result = await login(ports, device, { username: user.email ?? '', password: TEST_PASSWORD, language: null });
  device.close();
  if (!result.ok) throw new Error(`no login: ${result.why}`);
  const phone = await openSyncClient(ports, user.id);
  await drainOutbox(phone);
  return { phone, ports };
}

/** Runs sync cycles until everything is sent. */
async function drainOutbox(phone: SyncClient): Promise<void> {
  for (let cycle = 0; cycle < 50; cycle += 1) {
    await phone.runCycle();
    if ((await phone.db.outbox.count()) === 0) return;
    await sleep(20);
  }
  throw new Error('the outbox does not empty');
}

/**
 * Returns the number of requests in the longest chain in which each request started after the previous one had ended. A
 * person waits for this number of round trips.
 */
function longestChain(requests: readonly ProxiedRequest[]): number {
  const sorted = requests.toSorted((a, b) => a.startedAt - b.startedAt);
  const chains: number[] = [];
  for (const [index, request] of sorted.entries()) {
    const previousChains = sorted
      .slice(0, index)
      .map((other, at) => (other.ended <= request.startedAt ? (chains[at] ?? 0) : 0));
    chains.push(1 + Math.max(0, ...previousChains));
  }
  return Math.max(0, ...chains);
}

/** Checks that every contact has its last written value, on the device and on the server. */
async function checkOrder(phone: SyncClient, ids: readonly string[], server: TestServer): Promise<void> {
  const rows = await server.db.selectFrom('contacts').select(['id', 'notes']).execute();
  const serverNotes = new Map(rows.map((row) => [row.id, row.notes]));
  for (const [index, id] of ids.entries()) {
    const last = `edit ${index + ids.length * (EDITS / ids.length - 1)}`;
    const localContact: Contact | undefined = await phone.db.contacts.get(id);
    if (localContact?.notes !== last || serverNotes.get(id) !== last)
      throw new Error(`a contact says ${localContact?.notes}, not ${last}`);
  }
}

async function drainContacts(
  server: TestServer,
  network: Proxy,
  contacts: number,
): Promise<{ chain: number; all: number; ms: number }> {
  const { phone, ports } = await openPhoneFor(server, network);
  const ids = Array.from({ length: contacts }, () => phone.store.newId());
  const at = new Date().toISOString();
  for (const [index, id] of ids.entries()) {
    const args = { ...blankContact, first_name: `Person ${index}`, at };
    await phone.store.write({ kind: 'contact.create', id, args, title: '' });
  }
  await drainOutbox(phone);

  ports.online = false;
  for (let edit = 0; edit < EDITS; edit += 1) {
    const id = ids[edit % contacts]!;
    await phone.store.write({ kind: 'contact.edit', id, args: { notes: `edit ${edit}` }, title: '' });
  }
  // Make the device detect that it is offline, as it does in practice.
  await phone.runCycle();
  network.delay_ms = ROUND_TRIP_MS;
  network.requests = [];
  ports.online = true;
  const startedAt = performance.now();
  await drainOutbox(phone);
  const ms = performance.now() - startedAt;
  // The last reply has arrived, but the proxy may record it a moment later.
  await sleep(50);
  network.delay_ms = 0;
  const { requests } = network;
  await checkOrder(phone, ids, server);
  await phone.close();
  return { chain: longestChain(requests), all: requests.length, ms };
}

/** Counts the round trips of 500 edits made offline. */
export async function measureDrain(): Promise<Figures> {
  const server = await openTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const network = new Proxy(() => `http://127.0.0.1:${port}`);
  await network.open();
  const figures: Figures = {};
  for (const contacts of [500, 125]) {
    const { chain, all, ms } = await drainContacts(server, network, contacts);
    const name = `${EDITS} edits of ${contacts} contacts`;
    figures[`${name}, round trips`] = chain;
    figures[`${name}, requests`] = all;
    figures[`${name}, seconds at ${ROUND_TRIP_MS} ms`] = ms / 1000;
  }
  await network.close();
  await server.close();
  return figures;
}

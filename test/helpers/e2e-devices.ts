import { Me } from '../../contract/entities/me.ts';
import { openDeviceDb, openPhoneDb } from '../../src/db/schema/db.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { openSyncClient, type SyncClient } from '../../workers/sync/sync-client.ts';
import { makePorts, type FakePorts } from './phone.ts';
import type { Person, SyncServer } from './sync-server.ts';

export interface RealPhone extends SyncClient {
  ports: FakePorts;
  /** While true, no request reaches the server. */
  offline: boolean;
  /** Runs sync cycles until all writes are sent and all incoming changes are stored. */
  sync(): Promise<void>;
}

/** Number of devices so far, so that no two devices create the same ids. */
let phoneCount = 0;

/** Connects the client code to the server code, with only an offline switch between them. */
export async function createRealPhone(server: SyncServer, person: Person): Promise<RealPhone> {
  const state = { offline: false };
  const fetch: Ports['fetch'] = async (url, init) => {
    if (state.offline) throw new TypeError('no network');
    const { method = 'GET', headers, body } = init;
    const reply = await server.plain.app.inject({
      method: method as 'GET' | 'POST',
      url,
      headers: { ...(headers as Record<string, string>) },
      ...(typeof body === 'string' && { payload: body }),
      ...(body instanceof ArrayBuffer && { payload: Buffer.from(body) }),
    });
    return new Response(reply.body, { status: reply.statusCode, headers: reply.headers as Record<string, string> });
  };
  const ports = makePorts({ fetch, seed: (phoneCount += 1) });
  const { body } = await server.plain.call('accounts.me', { token: person.token });
  const db = openPhoneDb(person.id, ports);
  await db.me.put(Me.parse(body));
  await saveMeta(db, 'token', person.token);
  db.close();
  const device = openDeviceDb(ports);
  await saveDeviceValue(device, 'current_user', { id: person.id });
  device.close();
  const phone = await openSyncClient(ports, person.id);
  const sync = async (): Promise<void> => {
    for (let cycle = 0; cycle < 6; cycle += 1) {
      await phone.runCycle();
      ports.clock.pass(30_000);
    }
  };
  // Define `offline` as a property that reads the current value, because a copied value would not change with the
  // switch.
  return Object.defineProperty(Object.assign(phone, { ports, offline: false, sync }), 'offline', {
    get: () => state.offline,
    set: (is_offline: boolean) => {
      state.offline = is_offline;
    },
  });
}

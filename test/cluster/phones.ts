import type { Receipt } from '../../src/db/outbox/entry.ts';
import { openDeviceDb } from '../../src/db/schema/db.ts';
import type { User } from '../../server/db/tables.ts';
import { login } from '../../workers/sync/account.ts';
import { openSyncClient, type SyncClient } from '../../workers/sync/sync-client.ts';
import { livePorts } from '../helpers/live-ports.ts';
import { TEST_PASSWORD } from '../helpers/server.ts';
import type { Chance } from '../simulation/rng.ts';
import { Writer } from './writer.ts';

/** A person who has this many unsent writes waits before the next one. */
const MAX_UNSENT = 200;

/** Returns a fetch that sends requests to a server with their origin and its cookies, as a browser does. */
function browserFetch(base: string) {
  const cookies = new Map<string, string>();
  return async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('origin', base);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const reply = await fetch(`${base}${url}`, { ...init, headers });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    return reply;
  };
}

/** Logs a person in on a new device. */
export async function openDevice(base: string, { id, email }: User): Promise<SyncClient> {
  const ports = livePorts(browserFetch(base));
  const device = openDeviceDb(ports);
  const result = await login(ports, device, { username: email ?? '', password: TEST_PASSWORD, language: null });
  device.close();
  if (!result.ok) throw new Error(`no login of ${email}: ${JSON.stringify(result)}`);
  return openSyncClient(ports, id);
}

/** A device that runs the app's own sync client, and whose person keeps writing. */
export class Phone {
  readonly person: User;
  readonly client: SyncClient;
  readonly writer: Writer;
  #isWriting = false;
  #writing: Promise<void> = Promise.resolve();

  private constructor(person: User, client: SyncClient, writer: Writer) {
    this.person = person;
    this.client = client;
    this.writer = writer;
  }

  /** Opens a device. `name` marks its writes. */
  static async open(base: string, person: User, name: string, chance: Chance): Promise<Phone> {
    const client = await openDevice(base, person);
    await client.start();
    client.setVisible(true);
    return new Phone(person, client, new Writer(client.store, name, chance));
  }

  /** Writes until `stopWriting`, with `pause_ms` between two writes. */
  startWriting(pause_ms: number): void {
    this.#isWriting = true;
    this.#writing = this.#write(pause_ms);
  }

  async stopWriting(): Promise<void> {
    this.#isWriting = false;
    await this.#writing;
  }

  unsent(): Promise<number> {
    return this.client.db.outbox.count();
  }

  /** Returns the receipts of all writes that the server has acknowledged. */
  receipts(): Promise<Receipt[]> {
    return this.client.db.history.toArray();
  }

  acknowledged(): Promise<number> {
    return this.client.db.history.count();
  }

  async #write(pause_ms: number): Promise<void> {
    while (this.#isWriting) {
      if ((await this.unsent()) < MAX_UNSENT) await this.writer.write();
      // In the app, the page tells the worker about each write; here, both run in the same context.
      this.client.scheduler.schedule('written');
      await new Promise((resolve) => setTimeout(resolve, pause_ms));
    }
  }
}

import type { Me } from '../../contract/entities/me.ts';
import type { WriteName } from '../../contract/writes/index.ts';
import type { Draft } from '../../src/db/outbox.ts';
import { saveStatus } from '../../src/db/meta.ts';
import { openGates } from '../../src/db/status.ts';
import { Chance } from './chance.ts';
import { VirtualClock } from './clock.ts';
import { Network, type SentRequest } from './network.ts';
import type { Saved } from './schedule.ts';
import { SimPhone, type SimTab } from './sim-phone.ts';

/** What a world needs of a server: one scope of its own with two people in it. */
export interface WorldServer {
  serve(request: SentRequest): Promise<Response>;
  /** The person both phones belong to. */
  me: Me;
  token: string;
  lesson_ids: string[];
}

/** A fault built into the client on purpose, to see that the checks find it. */
export type Planted = 'no_key' | 'delete_before_ack' | 'non_atomic_enqueue';

export interface WorldOptions {
  seed: number;
  planted?: Planted | undefined;
}

/** Two phones of one person, a server, and the air between them. */
export class World {
  readonly clock = new VirtualClock(Date.parse('2026-03-02T08:00:00.000Z'));
  readonly chance: Chance;
  readonly network: Network;
  readonly phones: SimPhone[];
  readonly saved: Saved[] = [];
  readonly lesson_ids: string[];
  readonly planted: Planted | undefined;
  readonly server: WorldServer;

  constructor(server: WorldServer, options: WorldOptions) {
    this.server = server;
    this.lesson_ids = server.lesson_ids;
    this.planted = options.planted;
    this.chance = new Chance(options.seed);
    this.network = new Network((request) => server.serve(this.spoiled(request)), this.chance, this.clock);
    this.phones = ['anna’s phone', 'anna’s tablet'].map((name) => new SimPhone(name, server.me.id, this));
  }

  async begin(): Promise<void> {
    for (const phone of this.phones) await phone.logIn(this.server.me, this.server.token);
  }

  nameOf(tab: SimTab): string {
    return this.phones.find((phone) => phone.tabs.includes(tab))?.name ?? '';
  }

  /** One turn of a tab; it ends early when the tab dies. */
  async turn(tab: SimTab): Promise<void> {
    const outcome = this.planted === 'delete_before_ack' ? this.turnDeletingFirst(tab) : tab.phone.turn();
    await Promise.race([tab.death, outcome.then(() => {}).catch((error: unknown) => this.unlessDead(tab, error))]);
  }

  private unlessDead(tab: SimTab, error: unknown): void {
    if (!tab.dead) throw error;
  }

  /** What a screen does: saved once this resolves. */
  save(tab: SimTab, draft: Draft<WriteName>): Promise<string> {
    return this.planted === 'non_atomic_enqueue' ? this.saveInTwoSteps(tab, draft) : tab.phone.store.write(draft);
  }

  /** Logging in again: closed gates open. */
  async openGates(phone: SimPhone): Promise<void> {
    const tab = (await phone.living())[0]!;
    await saveStatus(tab.phone.db, { gates: openGates });
  }

  // ---- planted faults ----

  private async saveInTwoSteps(tab: SimTab, draft: Draft<WriteName>): Promise<string> {
    const op_id = await tab.phone.store.write(draft);
    if (!this.chance.happens(0.2)) return op_id;
    // The row was written in a transaction of its own, and the entry's was lost.
    await tab.phone.db.outbox.where('op_id').equals(op_id).delete();
    return op_id;
  }

  private async turnDeletingFirst(tab: SimTab): Promise<void> {
    const before = await tab.phone.db.outbox.where('state').equals('queued').toArray();
    await tab.phone.turn();
    if (!tab.dead) await tab.phone.db.outbox.bulkDelete(before.map((entry) => entry.seq!));
  }

  /** "No key": each attempt goes under an id of its own. */
  private spoiled(request: SentRequest): SentRequest {
    if (this.planted !== 'no_key' || !request.url.startsWith('/api/sync/push')) return request;
    const fresh = () =>
      Math.floor(this.chance.next() * 2 ** 32)
        .toString(16)
        .padStart(8, '0');
    const body = (request.init.body as string).replaceAll(/"op_id":"[0-9a-f]{8}/g, () => `"op_id":"${fresh()}`);
    return { ...request, init: { ...request.init, body } };
  }
}

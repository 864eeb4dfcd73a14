import type { Me } from '../../contract/entities/me.ts';
import type { PushOp } from '../../contract/sync.ts';
import type { WriteName } from '../../contract/writes/index.ts';
import { isQuotaError } from '../../src/db/schema/db.ts';
import type { Draft } from '../../src/db/outbox/outbox.ts';
import { saveMeta, saveStatus } from '../../src/db/schema/meta.ts';
import { openGates } from '../../src/db/schema/sync-status.ts';
import { Chance } from './rng.ts';
import { VirtualClock } from './clock.ts';
import { dayOf, type Day, type Days } from './scenarios.ts';
import { Network, type SentRequest } from './network.ts';
import { plant, type Planted, type Plants } from './fault-injection.ts';
import { SimPhone, type SimTab } from './sim-phone.ts';

/**
 * Anna has two devices. The third belongs to Olga, her manager, or in other scenarios to Lena, a learner in Anna's
 * care. Boris is another consultant, who receives what Anna loses.
 */
export type PersonName = 'anna' | 'olga' | 'boris' | 'lena';

export interface Person {
  me: Me;
  token: string;
}

/** What a world needs of a server: one scope with its people. */
export interface WorldServer {
  serve(request: SentRequest): Promise<Response>;
  people: Record<PersonName, Person>;
  lesson_ids: string[];
  contact_ids: string[];
  /** Reassigns a contact of Anna's. */
  giveAway(contact_id: string, to: 'boris' | 'olga'): Promise<void>;
  /** The stored answers to some writes are lost, as if they had not been in the transaction of the effect. */
  forgetOps(chance: () => boolean): Promise<void>;
}

/** A write that the screen showed as saved. */
export interface Saved {
  op_id: string;
  kind: WriteName;
  id: string;
  args: unknown;
  person: PersonName;
  phone: string;
}

export interface WorldOptions {
  seed: number;
  days?: Days | undefined;
  planted?: Planted | undefined;
}

/** Three devices, a server, and the network between them. */
export class World {
  readonly clock = new VirtualClock(Date.parse('2026-03-02T08:00:00.000Z'));
  readonly chance: Chance;
  readonly network: Network;
  readonly phones: SimPhone[];
  readonly saved: Saved[] = [];
  /** Op ids the person undid, discarded, or resolved with nothing left to send. */
  readonly givenUp = new Set<string>();
  /** New op ids of writes sent again, by the old one. */
  readonly again = new Map<string, string>();
  /** Every op as it was first sent, by its id. */
  readonly sent = new Map<string, PushOp>();
  readonly server: WorldServer;
  readonly plants: Plants;
  readonly day: Day;

  constructor(server: WorldServer, options: WorldOptions) {
    this.server = server;
    this.day = dayOf(options.seed, options.days);
    this.chance = new Chance(options.seed);
    this.plants = plant(options.planted, this);
    this.network = new Network((request) => this.serve(request), this.chance, this.clock, this.plants.failsWhole);
    this.phones = [
      new SimPhone('anna’s phone', 'anna', this),
      new SimPhone('anna’s tablet', 'anna', this),
      new SimPhone(`${this.day.third}’s phone`, this.day.third, this),
    ];
  }

  async begin(): Promise<void> {
    for (const phone of this.phones) await phone.logIn(this.server.people[phone.person]);
    // Most schedules start with a mirror; in the others the first mirror meets the faults.
    this.network.healed = this.chance.happens(0.75);
    if (this.network.healed) for (const phone of this.phones) await this.turn(await phone.openTab());
    this.network.healed = false;
  }

  nameOf(tab: SimTab): string {
    return this.phoneOf(tab).name;
  }

  phoneOf(tab: SimTab): SimPhone {
    return this.phones.find((phone) => phone.tabs.includes(tab))!;
  }

  isEmployee(tab: SimTab): boolean {
    return this.server.people[this.phoneOf(tab).person].me.is_staff;
  }

  /** One sync cycle of a tab; it ends early when the tab dies or the disk is full. */
  async turn(tab: SimTab): Promise<void> {
    await this.plants.beforeTurn?.(tab);
    const outcome = tab.phone.runCycle().catch((error: unknown) => {
      if (!tab.dead && !isQuotaError(error)) throw error;
    });
    await Promise.race([tab.death, outcome]);
    if (!tab.dead) await this.plants.afterTurn?.(tab);
  }

  /** What a screen does: saved once this resolves. */
  async save(tab: SimTab, draft: Draft<WriteName>): Promise<string> {
    const op_id = await tab.phone.store.write(draft);
    await this.plants.afterSave?.(tab, op_id);
    return op_id;
  }

  /** Logging in again: closed gates open, and the cookie is this person's. */
  async logInAgain(phone: SimPhone): Promise<void> {
    const tab = (await phone.living())[0]!;
    phone.cookie = phone.person;
    await saveMeta(tab.phone.db, 'token', this.server.people[phone.person].token);
    await saveStatus(tab.phone.db, { gates: openGates });
  }

  private async serve(request: SentRequest): Promise<Response> {
    const sent = this.plants.onSend?.(request) ?? request;
    if (sent.url.startsWith('/api/sync/push') && typeof sent.init.body === 'string') {
      const { ops } = JSON.parse(sent.init.body) as { ops: PushOp[] };
      for (const op of ops) if (!this.sent.has(op.op_id)) this.sent.set(op.op_id, op);
    }
    const response = await this.server.serve(sent);
    return (await this.plants.onReply?.(sent, response)) ?? response;
  }
}

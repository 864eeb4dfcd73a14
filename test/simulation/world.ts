import type { NewLead } from '../helpers/waiting-leads.ts';
import type { Me } from '../../contract/entities/me.ts';
import type { PushOp } from '../../contract/sync.ts';
import type { WriteName } from '../../contract/writes/index.ts';
import { isQuotaError } from '../../src/db/schema/db.ts';
import type { Draft } from '../../src/db/outbox/outbox.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import { openGates } from '../../src/db/schema/sync-status.ts';
import { Chance } from './rng.ts';
import { VirtualClock } from './clock.ts';
import { scenarioOf, type Scenario, type WriteSet } from './scenarios.ts';
import { Network, type SentRequest } from './network.ts';
import { injectFault, type PlantedFault, type FaultHooks } from './fault-injection.ts';
import { runIsolated } from './sealed.ts';
import { SimPhone } from './sim-phone.ts';
import type { SimTab } from './sim-tab.ts';
import { TaskLoop } from './task-loop.ts';
import { Trace } from './trace.ts';

/**
 * Anna has two devices. The third device belongs to Olga, her manager, or in other scenarios to Lena, a learner who is
 * assigned to Anna. Boris is another consultant, who receives the records that are taken from Anna.
 */
export type PersonName = 'anna' | 'olga' | 'boris' | 'lena';

/** Disk images of a device with a logged-in person: `empty` without mirrored rows, and one with a complete mirror. */
export interface Disks {
  empty: IDBFactory;
  mirrored: IDBFactory;
}

export interface Person {
  me: Me;
  token: string;
  /** Disk images of the person's device; absent for a person without one. */
  disks?: Disks;
}

/** The parts of a server that a world needs: one scope with its people. */
export interface WorldServer {
  scope: string;
  /** Makes the server use the given clock from now on. */
  useClock(now: () => Date): void;
  serve(request: SentRequest): Promise<Response>;
  people: Record<PersonName, Person>;
  lesson_ids: string[];
  contact_ids: string[];
  /** Reassigns a contact of Anna. */
  reassignContact(contact_id: string, to: 'boris' | 'olga'): Promise<void>;
  /** Adds leads to the pool in one transaction. */
  addLeads(leads: readonly NewLead[]): Promise<unknown>;
  /** Adds comments of Boris to the thread of a lesson, or to the community discussion, in one transaction. */
  addComments(lesson: string | null, count: number): Promise<void>;
  /** Deletes one of the comments of Boris, if there are any; `choose` returns its index. */
  deleteComment(choose: (count: number) => number): Promise<void>;
  /**
   * Deletes the stored results of some writes, as if a result were not stored in the same transaction as the effect.
   */
  deleteOutcomes(chance: () => boolean): Promise<void>;
  /** `backUp` saves a backup of the server; `restore` later restores the server from it. */
  backUp(): Promise<void>;
  restore(): Promise<void>;
}

/** A write that the screen showed as saved. */
export interface SavedWrite {
  op_id: string;
  kind: WriteName;
  id: string;
  args: unknown;
  person: PersonName;
  phone: string;
}

export interface WorldOptions {
  seed: number;
  writeSet?: WriteSet | undefined;
  planted?: PlantedFault | undefined;
}

export const START_MS = Date.parse('2026-03-02T08:00:00.000Z');

/** Three devices, a server, and the network between them. */
export class World {
  readonly clock = new VirtualClock(START_MS);
  readonly chance: Chance;
  /** Random numbers for ids, separate from those of the steps, so that an additional id does not change the steps. */
  readonly ids: Chance;
  readonly loop: TaskLoop;
  readonly trace: Trace;
  readonly network: Network;
  readonly phones: SimPhone[];
  readonly saved: SavedWrite[] = [];
  /** Ids of writes that the person undid, discarded, or resolved without a write that must be sent. */
  readonly givenUp = new Set<string>();
  /** Maps the id of a write that was sent again to its new op id. */
  readonly resentAs = new Map<string, string>();
  /** Maps the id of every op to the op as it was first sent. */
  readonly sent = new Map<string, PushOp>();
  readonly server: WorldServer;
  readonly faultHooks: FaultHooks;
  readonly scenario: Scenario;
  /** State of the server's backup: not made yet, kept, or already restored. */
  backup: 'none' | 'kept' | 'restored' = 'none';

  constructor(server: WorldServer, options: WorldOptions) {
    this.server = server;
    this.scenario = scenarioOf(options.seed, options.writeSet);
    this.chance = new Chance(options.seed);
    this.ids = new Chance(Math.imul(options.seed, 0x9e3779b1) ^ 0x2545f491);
    this.loop = new TaskLoop(this.clock, new Chance(Math.imul(options.seed, 0x85ebca6b) ^ 0x5bd1e995));
    this.trace = new Trace(() => this.clock.ms);
    this.faultHooks = injectFault(options.planted, this);
    this.network = new Network((request) => this.serve(request), this, this.faultHooks.failsWholeBatch);
    server.useClock(() => new Date(this.clock.ms));
    this.phones = [
      new SimPhone('anna’s phone', 'anna', this),
      new SimPhone('anna’s tablet', 'anna', this),
      new SimPhone(`${this.scenario.third}’s phone`, this.scenario.third, this),
    ];
  }

  /** Runs a schedule in this world, which determines time, ids and the order of events. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return runIsolated(this, work);
  }

  begin(): void {
    // Most schedules start with a complete mirror. In the others, the first mirror happens during the faults.
    const isMirrored = this.chance.happens(0.75);
    for (const phone of this.phones) {
      const person = this.server.people[phone.person];
      phone.startFrom(isMirrored ? person.disks!.mirrored : person.disks!.empty, person);
    }
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

  /** Work of tabs for which no step waits. */
  private readonly background = new Set<Promise<void>>();

  /** Lets work of a tab continue in the background. The work may end when the tab dies; `settle` rethrows its error. */
  private inBackground(tab: SimTab, work: Promise<unknown>): Promise<void> {
    const outcome = work.then(
      () => {},
      (error: unknown) => {
        if (!tab.isEnding && !isQuotaError(error)) throw error;
      },
    );
    this.background.add(outcome);
    outcome.then(
      () => this.background.delete(outcome),
      () => {},
    );
    return outcome;
  }

  /** Resolves when no tab has any work left except timers. */
  async settle(): Promise<void> {
    while (this.background.size > 0) await Promise.all(this.background);
  }

  /** Runs a sync cycle of a tab. The step continues if the tab freezes or dies, or if the disk is full. */
  async runCycle(tab: SimTab): Promise<void> {
    await this.faultHooks.beforeCycle?.(tab);
    const outcome = this.inBackground(tab, tab.phone.runCycle());
    await Promise.race([tab.death, tab.frozen, outcome]);
    if (!tab.dead && !tab.isFrozen) await this.faultHooks.afterCycle?.(tab);
  }

  /** Starts the scheduler of a tab, so that the tab starts sync cycles when its timers are due. */
  async start(tab: SimTab): Promise<void> {
    tab.isStarted = true;
    await Promise.race([tab.death, tab.frozen, this.inBackground(tab, tab.phone.start())]);
  }

  /** Saves a write as a screen does. The write counts as saved after the returned promise has resolved. */
  async save(tab: SimTab, draft: Draft<WriteName>): Promise<string> {
    const op_id = await tab.phone.store.write(draft);
    await this.faultHooks.afterSave?.(tab, op_id);
    return op_id;
  }

  /** Logs the device's person in again. Sync starts again, and the cookie belongs to this person. */
  async logInAgain(phone: SimPhone): Promise<void> {
    const tab = (await phone.livingTabs())[0]!;
    phone.cookie = phone.person;
    await saveMeta(tab.phone.db, 'token', this.server.people[phone.person].token);
    await saveStatus(tab.phone.db, { gates: openGates });
  }

  private async serve(request: SentRequest): Promise<Response> {
    const sent = this.faultHooks.onSend?.(request) ?? request;
    if (sent.url.startsWith('/api/sync/push') && typeof sent.init.body === 'string') {
      const { ops } = JSON.parse(sent.init.body) as { ops: PushOp[] };
      for (const op of ops) if (!this.sent.has(op.op_id)) this.sent.set(op.op_id, op);
    }
    const response = await this.server.serve(sent);
    return (await this.faultHooks.onReply?.(sent, response)) ?? response;
  }
}

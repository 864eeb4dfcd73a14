import { openDeviceDb } from '../../src/db/schema/db.ts';
import type { Draft } from '../../src/db/outbox/outbox.ts';
import { iso } from '../../src/lib/ports.ts';
import { login } from '../../workers/sync/account.ts';
import { withDocumentedApi } from '../../workers/sync/api-transport.ts';
import { openSyncClient, type SyncClient } from '../../workers/sync/sync-client.ts';
import '../../workers/sync/documented/open.ts';
import '../../workers/sync/push.ts';
import { blankContact } from '../helpers/blank-contact.ts';
import {
  createTask,
  makePorts,
  createMemoryLocks,
  seededRandom,
  settlePromises,
  type FakePorts,
} from '../helpers/phone.ts';
import { ForeignApi } from './api.ts';
import { addDayData } from './day-data.ts';
import { FOREIGN_PASSWORD } from './world.ts';

/**
 * The outcome of the writes of one schedule. `asked` is the number of writes about whose outcome the user was asked.
 */
export interface ScheduleResult {
  writes: number;
  /** Texts that neither the API nor the phone has. */
  lost: string[];
  /** Texts that the API has more than once although the user was not asked. */
  doubled: string[];
  asked: number;
  /** Texts that the API has twice because the user, when asked, sent them again. */
  doubled_by_user: number;
}

const blankLead = {
  ...{ last_name: '', middle_name: '', email: null, telegram: null, city: '', country: null },
  ...{ address: '', language: 'en' as const, date_birth: null, notes: '', tags: [], groups: [] },
};

const STEPS = 14;
const FAULT_CHANCE = 0.12;
/** Number of cycles within which the outbox must become empty, except for writes that wait for the user. */
const MAX_HEALING = 40;

/** A phone whose tab can be killed. Requests of a killed tab are never answered; its disk is kept. */
class Tab {
  readonly client: SyncClient;
  private readonly expire: () => void;
  isKilled = false;
  /** Number of requests after which the tab is killed. */
  requests_left = Infinity;

  private constructor(client: SyncClient, expire: () => void) {
    this.client = client;
    this.expire = expire;
  }

  static async open(disk: FakePorts, api: ForeignApi, user_id: string): Promise<Tab> {
    let tab: Tab | null = null;
    const noResponse = new Promise<Response>(() => {});
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      if (tab) tab.requests_left -= 1;
      if (tab && tab.requests_left < 0) tab.isKilled = true;
      if (tab?.isKilled) return noResponse;
      const response = await api.fetch(url, init);
      // The request may have reached the API before the tab was killed.
      return tab?.requests_left === 0 ? noResponse : response;
    };
    const ports = withDocumentedApi({ ...disk, isOnline: () => true, locks: createMemoryLocks(), fetch });
    tab = new Tab(await openSyncClient(ports, user_id), () => ports.expire?.());
    return tab;
  }

  /** Runs a cycle until it ends or the tab is killed. */
  async sync(): Promise<void> {
    this.expire();
    let isDone = false;
    const running = this.client.runCycle().then(
      () => (isDone = true),
      () => (isDone = true),
    );
    while (!isDone && this.requests_left > 0) await settlePromises(1);
    if (this.requests_left > 0) await running;
    else this.isKilled = true;
  }
}

/** The user of a schedule. */
export type Role = 'learner' | 'employee';

const kinds: Record<Role, readonly string[]> = {
  learner: ['comment', 'contact', 'edit', 'category', 'time'],
  employee: ['comment', 'task', 'lead', 'take', 'answer', 'tags'],
};

/** Number of waiting leads in the API. */
const WAITING_LEADS = STEPS;

/** Returns the text that identifies a write: unlike ids, the text also occurs in the records of the API. */
function textOf({ args }: { args: unknown }): string {
  const { active_s, ...texts } = args as { active_s?: number } & Record<string, string>;
  const { text, first_name, name, title, body } = texts;
  return active_s === undefined ? String(text ?? first_name ?? name ?? title ?? body) : `w${active_s}`;
}

/** A user of the API who writes, with a network that loses requests and responses. */
class Run {
  private readonly random: () => number;
  private readonly disk: FakePorts;
  private readonly api: ForeignApi;
  private readonly written: string[] = [];
  private readonly discarded = new Set<string>();
  private readonly sentAgain = new Set<string>();
  private asked = 0;
  private tab: Tab | null = null;
  private user_id = '';
  private readonly role: Role;

  constructor(seed: number, role: Role) {
    this.role = role;
    this.random = seededRandom(seed);
    this.disk = makePorts({ seed });
    this.api = new ForeignApi({ now: () => this.disk.clock.ms, random: this.random });
    if (role === 'employee') this.addWork();
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)]!;
  }

  private addWork(): void {
    const { world } = this.api;
    addDayData(world, this.disk.clock.ms);
    world.leads = Array.from({ length: WAITING_LEADS }, (_, at) => ({ id: 100 + at, first_name: `lead${at + 1}` }));
  }

  async start(): Promise<void> {
    const device = openDeviceDb(this.disk);
    const ports = withDocumentedApi({ ...this.disk, fetch: this.api.fetch });
    const username = this.role === 'learner' ? 'lena@foreign.test' : 'carl@foreign.test';
    const credentials = { username, password: FOREIGN_PASSWORD, language: null };
    const result = await login(ports, device, credentials);
    device.close();
    if (!result.ok) throw new Error('the login failed');
    this.user_id = result.user_id;
    this.tab = await Tab.open(this.disk, this.api, this.user_id);
    await this.tab.sync();
    Object.assign(this.api.options, {
      error_chance: FAULT_CHANCE,
      lost_chance: FAULT_CHANCE,
      lost_request_chance: FAULT_CHANCE,
    });
  }

  private async draft(client: SyncClient, text: string): Promise<Draft> {
    const at = iso(this.disk.clock.ms);
    const id = client.store.newId();
    const kind = this.pick(kinds[this.role]);
    const work = this.role === 'employee' ? await this.workDraft(client, kind, text) : null;
    if (work) return work;
    const [contact] = await client.db.contacts.toArray();
    const [lesson] = await client.db.lessons.toArray();
    if (kind === 'contact') return { kind: 'contact.create', id, args: { ...blankContact, first_name: text, at } };
    if (kind === 'category')
      return { kind: 'contact_category.create', id, args: { name: text, color: 'teal', position: 0, at } };
    if (kind === 'edit' && contact)
      return { kind: 'contact.edit', id: contact.id, args: { notes: `${contact.notes} ${text}` } };
    if (kind === 'time' && lesson) {
      const args = {
        lesson_id: lesson.id,
        slice_id: id,
        from: at,
        to: at,
        active_s: Number(text.slice(1)),
        scrolled: 10,
      };
      return { kind: 'lesson.time', id: lesson.id, args };
    }
    return { kind: 'comment.add', id, args: { lesson: null, parent: null, text, at } };
  }

  private async workDraft(client: SyncClient, kind: string, text: string): Promise<Draft | null> {
    const at = iso(this.disk.clock.ms);
    const id = client.store.newId();
    const [person] = await client.db.people.toArray();
    const ticket = await client.db.staff_tickets.filter(({ access }) => access === 'own').first();
    if (kind === 'task') return { ...createTask(text), id };
    if (kind === 'lead')
      return {
        kind: 'lead.create',
        id,
        args: { ...blankLead, first_name: text, phone: `+49152000000${text.slice(1)}`, at },
      };
    if (kind === 'answer' && ticket)
      return { kind: 'ticket.answer', id: ticket.id, args: { message_id: id, body: text, attachments: [], at } };
    if (kind === 'tags' && person)
      return { kind: 'person.edit', id: person.id, args: { tags: [...person.tags, text] } };
    if (kind === 'take') return this.takeDraft(client, id, at);
    return null;
  }

  /** Takes a lead that was not requested before. */
  private async takeDraft({ db }: SyncClient, task_id: string, at: string): Promise<Draft | null> {
    const lead = await db.waiting_leads.filter(({ first_name }) => !this.written.includes(first_name)).first();
    const args = { task_id, start_in: 0, type: 'call', at } as const;
    return lead ? { kind: 'lead.take', id: lead.id, title: lead.first_name, args } : null;
  }

  async step(): Promise<void> {
    const tab = this.tab!;
    const what = this.pick(['write', 'write', 'write', 'sync', 'sync', 'pass', 'kill']);
    if (what === 'write') {
      const text = `w${this.written.length + 1}`;
      const draft = await this.draft(tab.client, text);
      await tab.client.store.write(draft);
      this.written.push(draft.kind === 'lead.take' ? draft.title! : text);
    }
    if (what === 'sync') await tab.sync();
    if (what === 'pass') this.disk.clock.pass(Math.floor(this.random() * 180_000));
    if (what === 'kill') {
      tab.requests_left = Math.floor(this.random() * 6);
      await tab.sync();
      this.tab = await Tab.open(this.disk, this.api, this.user_id);
    }
  }

  /** Ends all faults, and makes the user decide about writes whose outcome is unknown. */
  async heal(): Promise<void> {
    Object.assign(this.api.options, { error_chance: 0, lost_chance: 0, lost_request_chance: 0 });
    const { client } = this.tab!;
    for (let cycle = 0; cycle < MAX_HEALING && (await client.db.outbox.count()) > 0; cycle += 1) {
      this.disk.clock.pass(300_000);
      await this.tab!.sync();
      for (const entry of await client.db.outbox.where('state').equals('parked').toArray()) {
        this.asked += 1;
        const text = textOf(entry);
        if (this.random() < 0.5) {
          this.discarded.add(text);
          await client.store.discard(entry.op_id);
        } else {
          this.sentAgain.add(text);
          await client.store.retry(entry.op_id);
        }
      }
    }
  }

  async result(): Promise<ScheduleResult> {
    const { comments, contacts, contact_categories, times, tasks, tickets, accounts } = this.api.world;
    const notes = contacts.flatMap((contact) => (contact['notes'] as string | undefined)?.split(' ') ?? []);
    const names = [
      ...comments.map((row) => row['text']),
      ...contacts.map((row) => row['first_name']),
      ...contact_categories.map((row) => row['name']),
      ...tasks.map((row) => row['title']),
      ...tickets.flatMap((row) => (row['messages'] as { text: string }[]).map(({ text }) => text)),
      ...accounts.flatMap((row) => [row.first_name, ...((row['tags'] as string[] | undefined) ?? [])]),
    ];
    const all = [...names, ...notes, ...times.map(({ time }) => `w${time}`)];
    const count = (text: string) => all.filter((row) => row === text).length;
    const waiting = await this.tab!.client.db.outbox.count();
    const lost = this.written.filter((text) => count(text) === 0 && !this.discarded.has(text));
    const storedTwice = this.written.filter((text) => count(text) > 1);
    return {
      writes: this.written.length,
      lost: waiting > 0 ? [...lost, `${waiting} still in the outbox`] : lost,
      doubled: storedTwice.filter((text) => !this.sentAgain.has(text)),
      asked: this.asked,
      doubled_by_user: storedTwice.filter((text) => this.sentAgain.has(text)).length,
    };
  }
}

/**
 * Runs a random schedule of writes, syncs, lost requests and responses, and killed tabs. The same seed gives the same
 * run.
 */
export async function runDocumentedSchedule(seed: number, role: Role): Promise<ScheduleResult> {
  const run = new Run(seed, role);
  await run.start();
  for (let step = 0; step < STEPS; step += 1) await run.step();
  await run.heal();
  return run.result();
}

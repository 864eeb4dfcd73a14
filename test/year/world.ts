import { uuidv7 } from 'uuidv7';
import type { Intent } from '../../server/features/payments/provider.ts';
import { jobHandlers } from '../../server/jobs/handlers.ts';
import { runDueJobs } from '../../server/jobs/runner.ts';
import { Chance } from '../simulation/rng.ts';
import { Trace } from '../simulation/trace.ts';
import { Agenda } from './agenda.ts';
import { makeMembers, type Member } from './members.ts';
import { plantFault, type PlantedFault, type FaultHooks } from './planted-faults.ts';
import { SimProvider } from './provider.ts';
import { planChecks } from './timers.ts';
import { makeShop, type Shop } from './shop.ts';
import { ProviderFaults } from './provider-faults.ts';
import { Webhooks } from './webhooks.ts';
import type { YearServer } from './year-server.ts';

/** The guarantees that are checked in every year. */
export type Guarantee =
  | 'one charge'
  | 'charge and period'
  | 'period and charge'
  | 'access'
  | 'sums'
  | 'states'
  | 'one open intent'
  | 'donations'
  | 'phone'
  | 'webhooks'
  | 'server';

export interface Violation {
  guarantee: Guarantee;
  seen: string;
  /** The member whom the violation concerns; null if it concerns no single member. */
  user_id: string | null;
}

export interface YearOptions {
  seed: number;
  members: number;
  planted?: PlantedFault | undefined;
}

export const DAYS = 365;
const START = Date.parse('2026-01-01T00:00:00.000Z');

/** The year of a seed: the members, the server, the provider, and the events so far. */
export class YearWorld {
  readonly agenda = new Agenda(START);
  readonly chance: Chance;
  readonly faults: ProviderFaults;
  readonly provider: SimProvider;
  readonly webhooks: Webhooks;
  readonly trace: Trace;
  readonly violations: Violation[] = [];
  readonly plants: FaultHooks;
  readonly counts = { events: 0, taps: 0, refunds: 0, renewals: 0 };
  /** Members whom the current step concerns. They are checked after the step. */
  readonly touched = new Set<Member>();
  readonly server: YearServer;
  shop!: Shop;
  members: Member[] = [];
  /** The id of the member of each line in the trace, for the report of a violation. */
  private readonly owners: (string | null)[] = [];
  /** Members with a payment whose state must be fetched from the provider. */
  readonly unsettled = new Set<Member>();
  /** Times in ms for which runs of the job that checks open payments are planned. */
  readonly plannedChecks = new Set<number>();
  /** Time in ms at which the newest intent was first seen. */
  lastIntentAt = 0;
  /** Time in ms at which payments that should have been closed are checked again. */
  lateCheckAt = 0;
  private readonly intents = new Map<string, string>();
  private readonly byId = new Map<string, Member>();
  private hasJobs = false;
  private hasFailedJobs = false;
  private readonly plannedRetries = new Set<string>();
  private onStep: (() => Promise<void>) | null = null;

  constructor(server: YearServer, { seed, planted }: YearOptions) {
    this.server = server;
    this.chance = new Chance(seed);
    this.faults = new ProviderFaults(this.chance, START, DAYS);
    this.trace = new Trace(() => this.agenda.now);
    this.provider = new SimProvider(this);
    this.webhooks = new Webhooks(this);
    this.plants = plantFault(planted, this);
  }

  get now(): number {
    return this.agenda.now;
  }

  get end(): number {
    return START + DAYS * 86_400_000;
  }

  async open(members: number, onStep: () => Promise<void>): Promise<void> {
    const scope = uuidv7();
    this.onStep = onStep;
    this.server.use({
      scope,
      now: () => new Date(this.agenda.now + (this.plants.clockError?.() ?? 0)),
      provider: this.provider,
      limit: this.provider.limit,
      onJob: () => {
        this.hasJobs = true;
      },
      onError: (line) => this.onError(line),
    });
    this.shop = await makeShop(this.server.deps);
    const { chance, agenda } = this;
    const made = { scope, count: members, chance, now: agenda.date };
    this.members = await makeMembers(this.server.db, made, this.server.tokens.issue);
    for (const member of this.members) this.byId.set(member.id, member);
    this.note(`${members} members, faults: ${this.faults.frequency}`);
  }

  /** A log line with an error is expected if a fault of the provider explains it. Any other error is a violation. */
  private onError(line: string): void {
    this.note(`log: ${line.split('\n')[0]}`);
    this.hasFailedJobs ||= line.startsWith('a job failed');
    if (/^(a job failed|the amount of a payment differs)/.test(line)) return;
    this.report('server', `the server logged an error: ${line}`, null);
  }

  memberOf(user_id: string): Member {
    return this.byId.get(user_id)!;
  }

  /** Adds a line to the trace, and marks the member to be checked after this step. */
  note(line: string, user_id: string | null = null): void {
    const member = user_id === null ? undefined : this.byId.get(user_id);
    if (member) this.touched.add(member);
    this.owners.push(user_id);
    this.trace.note(`${this.agenda.iso} ${member ? `${member.name} ` : ''}${line}`);
  }

  /**
   * Returns the lines of the trace about a member, and the lines that concern all members. Without a member, returns
   * all lines.
   */
  storyOf(user_id: string | null): string[] {
    return this.trace.lines.filter((_, index) => user_id === null || (this.owners[index] ?? user_id) === user_id);
  }

  /** Returns a short name that does not depend on the random part of the id. */
  nameOf({ id }: Pick<Intent, 'id'>): string {
    const known = this.intents.get(id);
    if (known !== undefined) return known;
    const name = `intent ${this.intents.size + 1}`;
    this.intents.set(id, name);
    this.lastIntentAt = this.now;
    planChecks(this);
    return name;
  }

  report(guarantee: Guarantee, seen: string, user_id: string | null): void {
    this.violations.push({ guarantee, seen, user_id });
    this.note(`VIOLATION of ${guarantee}: ${seen}`, user_id);
  }

  /** Plans a step `ms` from now. After the step, queued jobs run, and the members whom it concerned are checked. */
  schedule(ms: number, run: () => Promise<void>): void {
    this.agenda.after(ms, () => this.step(run));
  }

  private async step(run: () => Promise<void>): Promise<void> {
    this.counts.events += 1;
    await run();
    if (this.hasJobs) await this.runJobs();
    await this.onStep?.();
  }

  private async runJobs(): Promise<void> {
    const { deps, payments } = this.server;
    this.hasJobs = false;
    const mailer = { send: () => Promise.resolve() };
    const handlers = jobHandlers(deps, { mailer, public_url: 'http://localhost:8080', payments });
    await (this.plants.aroundJobs?.(() => runDueJobs(deps, handlers)) ?? runDueJobs(deps, handlers));
    if (this.hasFailedJobs) await this.planRetry();
  }

  /** Plans a run at the due time of each waiting job after a job has failed, except for jobs that were given up. */
  private async planRetry(): Promise<void> {
    const { db, scope } = this.server.deps;
    this.hasFailedJobs = false;
    const jobs = db.selectFrom('jobs').select('run_at').where('scope', '=', scope).where('failed_at', 'is', null);
    for (const { run_at } of await jobs.execute()) {
      if (this.plannedRetries.has(run_at)) continue;
      this.plannedRetries.add(run_at);
      this.schedule(Date.parse(run_at) - this.now, () => this.runJobs());
    }
  }
}

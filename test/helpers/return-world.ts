import { uuidv7 } from 'uuidv7';
import { Notification } from '../../contract/entities/notification.ts';
import type { User } from '../../server/db/tables.ts';
import { returnUntouchedLeads } from '../../server/features/assignment/auto-return.ts';
import { LeadOps } from './leads.ts';
import { TestClock } from './server.ts';
import { openSyncServer, type Person, type SyncServer } from './sync-server.ts';

/**
 * `WARNING`: when an employee who took a lead at the start of the world is warned. `RETURN`: when that lead returns to
 * the pool.
 */
export const WARNING = '2026-03-03T11:00:00.000Z';
export const RETURN = '2026-03-04T14:00:00.000Z';

/** A team in Berlin on a Monday at 09:00, the start of the default working hours. */
export class ReturnWorld {
  readonly server: SyncServer;
  readonly ops: LeadOps;
  readonly mary: Person;
  readonly carl: Person;

  private constructor(server: SyncServer, mary: Person, carl: Person) {
    this.server = server;
    this.ops = new LeadOps(server);
    this.mary = mary;
    this.carl = carl;
  }

  static async open(): Promise<ReturnWorld> {
    const server = await openSyncServer({ clock: new TestClock('2026-03-02T08:00:00.000Z') });
    const mary = await server.manager();
    const carl = await server.consultant({ responsible_id: mary.id, time_zone: 'Europe/Berlin', work_times: null });
    return new ReturnWorld(server, mary, carl);
  }

  /** Creates a further consultant of the team. */
  consultant(fields: Partial<User> = {}): Promise<Person> {
    const team = { responsible_id: this.mary.id, time_zone: 'Europe/Berlin', work_times: null };
    return this.server.consultant({ ...team, first_name: 'Olga', ...fields });
  }

  run() {
    return returnUntouchedLeads(this.server.deps);
  }

  /** Moves the clock to an instant. */
  moveClockTo(iso: string): void {
    this.server.pass(Date.parse(iso) - this.server.now);
  }

  /** Creates a waiting lead and takes it. */
  async createTakenLead(): Promise<{ id: string; task_id: string }> {
    const [id, task_id] = [await this.ops.createWaiting(), uuidv7()];
    const { status } = await this.server.send(this.carl, this.ops.take(id, { task_id }));
    if (status !== 200) throw new Error(`lead.take answered ${status}`);
    return { id, task_id };
  }

  /** Creates a waiting lead, takes it, moves the clock to the warning, and sends the warning. */
  async createWarnedLead(): Promise<{ id: string; task_id: string }> {
    const lead = await this.createTakenLead();
    this.moveClockTo(WARNING);
    const { warned } = await this.run();
    if (warned !== 1) throw new Error(`${warned} leads were warned about`);
    return lead;
  }

  /** Returns kind and target of a person's notifications, newest last. */
  async inboxOf(person: Person): Promise<string[]> {
    const { body } = await this.server.snapshot(person, { group: 'p1', limit: 1000 });
    const rows = body.rows.filter(({ c }) => c === 'notifications').map(({ row }) => Notification.parse(row));
    return rows.map(({ kind, target_id }) => `${kind} ${target_id}`);
  }

  /** Returns the current cursors of a person's device. */
  async cursorsOf(person: Person): Promise<Record<string, number>> {
    const { p0 = 0, p1 = 0 } = (await this.server.changes(person)).cursors;
    return { p0, p1 };
  }

  /** Returns the op that finishes a task with a minute of work. */
  finishOp(task_id: string) {
    const { server } = this;
    const worked = { slice_id: uuidv7(), from: server.iso(-60_000), to: server.iso() };
    const args = { at: server.iso(), result: 'reached', result_note: 'Wants to come', worked };
    return server.op({ kind: 'task.finish', id: task_id, args });
  }

  /** Returns the op that logs a call with a person. */
  call(user_id: string) {
    const { server } = this;
    const call = { contact_id: null, user_id, phone_raw: null, kind: 'call', direction: 'out', at: server.iso() };
    const args = { ...call, duration_s: 60, result: 'reached', note: '', follow_up_at: null, task_id: null };
    return server.op({ kind: 'interaction.log', id: uuidv7(), args });
  }
}

import { uuidv7 } from 'uuidv7';
import { inScope } from '../../server/context.ts';
import { eraseRemoved } from '../../server/features/accounts/deletion.ts';
import { refundIntent } from '../../server/features/payments/ledger.ts';
import { assignFromPool } from '../../server/features/people/claim.ts';
import { Chance } from '../simulation/rng.ts';
import { openCardDonations } from './card-donations.ts';
import { DonationOps } from './donations.ts';
import { LeadOps } from './leads.ts';
import { roles, TEST_PASSWORD, TestClock, type TestUser } from './server.ts';
import { SyncServer, type Person } from './sync-server.ts';
import { addPackage } from './subscriptions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const MEMBERS = 30;
const countries = ['DE', 'AT', 'KZ', null] as const;

type Step = () => Promise<unknown>;

/** Whether the server accepted the step. Steps that push no write are always accepted. */
const isAccepted = (outcome: unknown): boolean =>
  typeof outcome !== 'object' || outcome === null || !('status' in outcome) || outcome.status === 200;

/** Opens a server with two teams, whose members do random work. The work is the same for the same seed. */
export async function openHistory(seed: number, start: string) {
  const chance = new Chance(seed);
  const world = await openCardDonations({ clock: new TestClock(start) });
  const { server } = world;
  const sync = new SyncServer(server);
  const leads = new LeadOps(sync);
  const donations = new DonationOps(sync);
  const package_id = await addPackage(server);
  const employee = async (fields: Parameters<typeof server.user>[0]): Promise<Person & TestUser> => {
    const user = await server.user({ ...roles.consultant, daily_limit: 200, ...fields });
    return { ...user, token: await server.tokenFor(user, 3 * 365 * 86_400), device_id: uuidv7() };
  };
  const admin = await employee({ ...roles.admin, first_name: 'Ada', time_zone: 'America/St_Johns' });
  const mary = await employee({ ...roles.manager, first_name: 'Mary', time_zone: 'Europe/Berlin' });
  const carl = await employee({ responsible_id: mary.id, first_name: 'Carl', time_zone: 'Asia/Kathmandu' });
  const olga = await employee({ responsible_id: mary.id, first_name: 'Olga', time_zone: 'America/New_York' });
  const sven = await employee({ responsible_id: admin.id, first_name: 'Sven' });
  const staff = [carl, olga, sven, mary];
  const members: TestUser[] = [];
  for (let index = 0; index < MEMBERS; index += 1) {
    const responsible_id = index % 5 === 0 ? null : chance.pick([mary, carl, olga, sven]).id;
    members.push(await server.user({ country: chance.pick(countries), responsible_id, subscribed_until: null }));
  }
  const people = members.map(({ id }) => id);
  const tasks: { id: string; owner: Person }[] = [];
  const submitted: { id: string; amount: number }[] = [];

  const iso = (offset = 0) => sync.iso(offset);
  const send = (by: Person, kind: string, id: string, args: Record<string, unknown>) =>
    sync.send(by, sync.op({ kind, id, args: { at: iso(), ...args } }));
  const anyTask = () => chance.pick(tasks.slice(-12));
  const logInMember = async () => {
    const member = chance.pick(members);
    return { ...member, token: await server.tokenFor(member) };
  };
  const onTask = (kind: string, args: () => Record<string, unknown>): Step => {
    return () => {
      const { id, owner } = anyTask();
      return send(chance.happens(0.2) ? mary : owner, kind, id, args());
    };
  };
  const onPerson =
    (op: (id: string) => ReturnType<typeof leads.op>): Step =>
    async () => {
      const id = chance.pick(people);
      const { responsible_id } = await leads.userRow(id);
      return sync.send(staff.find((employee) => employee.id === responsible_id) ?? chance.pick(staff), op(id));
    };
  const clockReading = () => ({ slice_id: uuidv7(), clock_offset_ms: 0 });
  const randomWork = () => {
    const from = -chance.below(20 * HOUR);
    return { slice_id: uuidv7(), from: iso(from), to: iso(Math.min(0, from + chance.below(9 * HOUR))) };
  };
  const paidIntents = () =>
    server.db
      .selectFrom('payment_intents')
      .select('id')
      .where('scope', '=', server.scope)
      .where('state', '=', 'succeeded')
      .orderBy('id')
      .execute();

  const steps: Record<string, Step> = {
    createTask: async () => {
      const owner = chance.pick(staff);
      const task = sync.task({ linked_user_id: null });
      if ((await sync.send(owner, task)).status === 200) tasks.push({ id: task.id, owner });
    },
    start: onTask('task.start', clockReading),
    pause: onTask('task.pause', () => ({ clock_offset_ms: 0 })),
    finish: onTask('task.finish', () => ({ result: 'held', result_note: '', clock_offset_ms: 0 })),
    finishAfterwards: onTask('task.finish', () => ({ result: 'held', result_note: '', worked: randomWork() })),
    cancel: onTask('task.cancel', () => ({ reason: '' })),
    reopen: onTask('task.reopen', () => ({})),
    reassign: async () => {
      const task = anyTask();
      const to = chance.pick([carl, olga]);
      const result = await send(mary, 'task.reassign', task.id, { assignee_id: to.id, assignee_name: null });
      if (result.status === 200) task.owner = to;
    },
    createLead: async () => {
      const op = leads.create({ country: chance.pick(countries) });
      if ((await sync.send(chance.pick(staff), op)).status === 200) people.push(op.id);
    },
    register: async () => {
      const email = `${uuidv7()}@example.org`;
      const body = {
        first_name: 'Nina',
        last_name: 'Berg',
        email,
        phone: leads.unusedPhone(),
        password: TEST_PASSWORD,
        consent: true,
      };
      const answer = await server.call('accounts.register', { body: { ...body, language: 'en' } });
      const row = await server.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      if (!row) throw new Error(JSON.stringify(answer.body));
      people.push(row.id);
    },
    assign: () =>
      inScope(server.deps, server.scope, async (context) => {
        const assignment = { person_id: chance.pick(people), consultant_id: chance.pick(staff).id };
        if (!(await assignFromPool(context, { ...assignment, start_at: iso() }))) return;
        const task = await context.tx
          .selectFrom('tasks')
          .select('id')
          .where('scope', '=', server.scope)
          .where('linked_user_id', '=', assignment.person_id)
          .where('state', '=', 'planned')
          .executeTakeFirst();
        const owner = staff.find(({ id }) => id === assignment.consultant_id);
        if (task && owner) tasks.push({ id: task.id, owner });
      }),
    finishCall: onTask('task.finish', () => ({ result: 'reached', result_note: '', worked: randomWork() })),
    take: () => sync.send(chance.pick(staff), leads.take(chance.pick(people))),
    give: onPerson((id) => leads.give(id, chance.pick(staff))),
    reject: onPerson((id) => leads.reject(id)),
    close: onPerson((id) => leads.close(id)),
    editPerson: onPerson((id) => leads.edit(id, { country: chance.pick(countries) })),
    remove: async () => {
      if (!chance.happens(0.2)) return;
      const id = chance.pick(people);
      const { first_name, last_name } = await leads.userRow(id);
      await send(admin, 'lead.remove', id, { typed_name: `${first_name} ${last_name}` });
      if (chance.happens(0.5)) await eraseRemoved(server.deps, id);
    },
    donate: async () => {
      const amount = 100 * (1 + chance.below(60));
      const op = donations.submit(chance.pick(people), {
        ...{ amount_cents: amount, paid_at: iso(-chance.below(10 * DAY)), is_no_duplicate: true },
      });
      if ((await sync.send(chance.pick(staff), op)).status === 200) submitted.push({ id: op.id, amount });
    },
    confirm: () => {
      const { id, amount } = chance.pick(submitted);
      return sync.send(admin, donations.confirm(id, amount));
    },
    correct: () => sync.send(chance.pick(staff), donations.correct(chance.pick(submitted).id)),
    donateByCard: async () => {
      const { url } = await world.donate(await logInMember(), { id: uuidv7() });
      if (url !== null) await world.pay(url);
    },
    subscribe: async () => {
      const member = await logInMember();
      const reply = await server.app.inject({
        method: 'POST',
        url: '/api/subscription/package_purchase/',
        headers: { authorization: `Bearer ${member.token}` },
        payload: { package_id, period: 'half_year' },
      });
      const url: unknown = reply.json();
      if (typeof url === 'string') await world.pay(url);
    },
    refund: async () => {
      const payments = await paidIntents();
      if (payments.length > 0)
        await inScope(server.deps, server.scope, (context) => refundIntent(context, chance.pick(payments).id));
    },
  };

  const frequentSteps = new Set([
    'createTask',
    'start',
    'finish',
    'finishAfterwards',
    'finishCall',
    'assign',
    'reopen',
  ]);

  return {
    server,
    viewers: {
      admin: { token: admin.token, employees: null },
      manager: { token: mary.token, employees: [mary.id, carl.id, olga.id] },
      consultant: { token: carl.token, employees: [carl.id] },
    },
    chance,
    stepNames: Object.keys(steps),
    /** Runs the given number of random steps. Adds the names of the accepted steps to `done`. */
    work: async (count: number, done: Set<string>): Promise<void> => {
      await steps['createTask']?.();
      await steps['createLead']?.();
      await steps['donate']?.();
      for (let index = 0; index < count; index += 1) {
        server.clock.advance(chance.below(chance.happens(0.1) ? 3 * DAY : 2 * HOUR));
        const name = chance.pickWeighted(
          Object.fromEntries(Object.keys(steps).map((step) => [step, frequentSteps.has(step) ? 3 : 1])),
        );
        if (submitted.length === 0) continue;
        if (isAccepted(await steps[name]?.())) done.add(name);
      }
    },
  };
}

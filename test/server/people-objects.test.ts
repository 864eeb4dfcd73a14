import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallName } from '../../contract/api-calls/index.ts';
import type { PushOp } from '../../contract/sync.ts';
import { LeadOps } from '../helpers/leads.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: LeadOps;
let people: Record<'own' | 'team' | 'manager' | 'stranger' | 'other_manager' | 'admin', Person>;
let newOwner: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new LeadOps(server);
  const manager = await server.manager();
  people = {
    own: await server.consultant({ responsible_id: manager.id }),
    team: await server.consultant({ responsible_id: manager.id }),
    manager,
    stranger: await server.consultant(),
    other_manager: await server.manager(),
    admin: await server.manager({ is_superuser: true }),
  };
  newOwner = await server.consultant({ responsible_id: manager.id });
});
afterAll(() => server.close());

type CallerName = keyof typeof people;
const who = ['own', 'team', 'manager', 'stranger', 'other_manager', 'admin'] as const;
/** Callers who can see the person. */
const callersWhoSee: readonly CallerName[] = ['own', 'manager', 'admin'];

const writes: Record<string, (id: string) => PushOp> = {
  'lead.take': (id) => ops.take(id),
  'lead.give': (id) => ops.give(id, newOwner),
  'lead.reject': (id) => ops.reject(id),
  'lead.activate': (id) => ops.op('lead.activate', id),
  'lead.close': (id) => ops.close(id),
  'lead.reopen': (id) => ops.op('lead.reopen', id),
  'lead.remove': (id) => ops.op('lead.remove', id, { typed_name: 'Ivan Petrov' }),
  'person.edit': (id) => ops.edit(id, { city: uuidv7() }),
  'person.note': (id) => ops.note(id),
};

const personCalls: Partial<Record<CallName, (user_id: string) => object>> = {
  'team.reject_user': (user_id) => ({ user_id, reason: 'overloaded' }),
  'team.completed_tasks': (user_id) => ({ user_id }),
  'people.details': (user_id) => ({ user_id }),
  'people.action_logs': (user_id) => ({ user_id }),
  'people.remove': (user_id) => ({ user_id, typed_name: 'Ivan Petrov' }),
  'people.give': (user_id) => ({ user_id, consultant_id: newOwner.id }),
  'people.assign': (user_id) => ({ user_id, consultant_id: newOwner.id }),
  'people.update_settings': (user_id) => ({ user_id, status: 'not_active', reason: 'not_interested' }),
  'people.new_lead_task': (user_id) => ({ user_id, start_in: 0 }),
};

it("responds identically for another employee's person and a missing one in every write and call", async () => {
  let cells = 0;
  for (const name of who) {
    const caller = people[name];
    for (const [kind, op] of Object.entries(writes)) {
      const [there, missing] = [await ops.of(people.own), uuidv7()];
      const [one, none] = [await server.send(caller, op(there)), await server.send(caller, op(missing))];
      expect([name, kind, none.status, none.code]).toEqual([name, kind, 404, 'not_found']);
      // Only leads in the pool can be taken, and a person who is assigned to another employee is not in the pool.
      const mayFindPerson = kind === 'lead.take' ? name === 'own' : callersWhoSee.includes(name);
      if (mayFindPerson) expect([name, kind, one.status === 404]).toEqual([name, kind, false]);
      else expect([name, kind, one.status, one.code]).toEqual([name, kind, 404, 'not_found']);
      cells += 2;
    }
    for (const [call, body] of Object.entries(personCalls)) {
      const [there, missing] = [await ops.of(people.own), uuidv7()];
      const ask = (id: string) => server.plain.call(call as CallName, { token: caller.token, body: body(id) });
      const [one, none] = [await ask(there), await ask(missing)];
      const isOpen = none.status !== 403;
      if (isOpen) expect([name, call, none.status, none.body['code']]).toEqual([name, call, 404, 'not_found']);
      const mayFindPerson = call === 'people.new_lead_task' ? name === 'own' : callersWhoSee.includes(name);
      if (mayFindPerson) expect([name, call, one.status === 404]).toEqual([name, call, false]);
      else expect([name, call, one.status, one.body['code']]).toEqual([name, call, none.status, none.body['code']]);
      cells += 2;
    }
  }
  process.stdout.write(`object matrix of people: ${who.length} callers x 18 writes and calls x 2 = ${cells} cells\n`);
});

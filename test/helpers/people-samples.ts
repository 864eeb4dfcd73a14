import type { peopleCalls } from '../../contract/api-calls/people.ts';
import type { partnerCalls } from '../../contract/api-calls/partners.ts';
import type { teamCalls } from '../../contract/api-calls/team.ts';
import type { Samples } from './samples.ts';
import type { TestServer } from './server.ts';

let made = 0;

/** Returns the fields of a new person, whose phone number is unique. */
function newPerson(): { first_name: string; phone: string } {
  made += 1;
  return { first_name: 'Nina', phone: `+4918${String(made).padStart(8, '0')}` };
}

/** Returns a person assigned to the caller, or an unassigned person if the caller has none. */
async function assignedPerson(server: TestServer, token: string | undefined): Promise<string> {
  const { body } = await server.call('accounts.me', { token });
  const responsible_id = typeof body['id'] === 'string' ? body['id'] : null;
  return (await server.user({ responsible_id, status: 'processing' })).id;
}

/** Returns a person whom the caller invited. */
async function invitedPerson(server: TestServer, token: string | undefined): Promise<string> {
  const { body } = await server.call('accounts.me', { token });
  const referrer_id = typeof body['id'] === 'string' ? body['id'] : null;
  return (await server.user({ referrer_id })).id;
}

/** Creates a person who waits in the pool. */
const createWaitingPerson = async (server: TestServer): Promise<string> =>
  (await server.user({ status: 'waiting', waiting_since: server.clock.now().toISOString() })).id;

/** Returns a partner assigned to the caller. */
async function assignedPartner(server: TestServer, token: string | undefined): Promise<string> {
  const { body } = await server.call('accounts.me', { token });
  const responsible_id = typeof body['id'] === 'string' ? body['id'] : null;
  const partner = { partner_since: server.clock.now().toISOString(), company: 'Berg Books', commission_percent: 10 };
  return (await server.user({ responsible_id, ...partner })).id;
}

type PeopleSample = Extract<
  keyof Samples,
  keyof typeof peopleCalls | keyof typeof partnerCalls | keyof typeof teamCalls
>;

/** Returns valid requests for the calls about leads, people and the caller's team. */
export function peopleSamples(server: TestServer): Pick<Samples, PeopleSample> {
  const withOwnPerson = async (token: string | undefined) => ({
    body: { user_id: await assignedPerson(server, token) },
  });
  return {
    'team.structure_users': async () => ({ body: {} }),
    'team.structure_choices': async () => ({}),
    'team.children': async () => ({}),
    'team.children_of': async (token) => ({ params: { id: await invitedPerson(server, token) } }),
    'team.waiting_users': async () => ({ body: {} }),
    'team.reject_user': async (token) => ({
      body: { user_id: await assignedPerson(server, token), reason: 'overloaded' },
    }),
    'team.completed_tasks': withOwnPerson,
    'people.details': withOwnPerson,
    'people.action_logs': withOwnPerson,
    'people.remove': async (token) => {
      const user_id = await assignedPerson(server, token);
      const { last_name } = await server.db
        .selectFrom('users')
        .select('last_name')
        .where('id', '=', user_id)
        .executeTakeFirstOrThrow();
      return { body: { user_id, typed_name: `Anna ${last_name}` } };
    },
    'people.bulk': async (token) => ({
      body: { user_ids: [await assignedPerson(server, token)], tag: 'speaks-french' },
    }),
    'people.bulk_filtered': async (token) => {
      await assignedPerson(server, token);
      return { body: { filter: {}, tag: 'speaks-french' } };
    },
    'people.create_lead': async () => ({ body: newPerson() }),
    'partners.create': async () => ({ body: { ...newPerson(), company: 'Berg Books' } }),
    'partners.details': async (token) => ({ body: { user_id: await assignedPartner(server, token) } }),
    'people.give': async (token) => ({
      body: {
        user_id: await assignedPerson(server, token),
        consultant_id: (await server.user({ is_staff: true })).id,
      },
    }),
    'people.assign': async (token) => {
      const { body } = await server.call('accounts.me', { token });
      const responsible_id = typeof body['id'] === 'string' ? body['id'] : null;
      const consultant_id = (await server.user({ is_staff: true, responsible_id })).id;
      return { body: { user_id: await createWaitingPerson(server), consultant_id } };
    },
    'people.update_settings': async (token) => ({
      body: { user_id: await assignedPerson(server, token), status: 'not_active', reason: 'not_interested' },
    }),
    'people.tags_groups': async () => ({}),
    'people.new_lead_task': async () => ({ body: { user_id: await createWaitingPerson(server), start_in: 15 } }),
  };
}

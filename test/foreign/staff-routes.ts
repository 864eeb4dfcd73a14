import {
  findItem,
  invalid,
  itemReply,
  missing,
  nextId,
  ok,
  page,
  omitFields,
  type Handler,
  type RouteRequest,
  type RouteReply,
} from './handler.ts';
import type { Account, Item } from './world.ts';

function changeTask({ world, body }: RouteRequest): RouteReply {
  const task = findItem(world.tasks, body['id']);
  if (!task) return missing;
  const states: Record<string, string> = {
    start: 'in_progress',
    pause: 'paused',
    finish: 'completed',
    cancel: 'cancelled',
    reopen: 'planned',
  };
  const action = String(body['action']);
  if (action in states) {
    if (task['status'] === states[action])
      return { status: 409, body: { detail: 'The task is already in this state', code: 'task_state' } };
    task['status'] = states[action];
  }
  for (const name of ['title', 'place', 'description', 'start_at', 'end_at', 'result', 'result_note'])
    if (name in body) task[name] = body[name];
  return ok(task);
}

function changeTicket({ world, body, caller, now }: RouteRequest): RouteReply {
  const ticket = findItem(world.tickets, body['id']);
  if (!ticket) return missing;
  const action = String(body['action']);
  if (action === 'take') {
    if (ticket['consultant'] !== null)
      return { status: 409, body: { code: 'ticket_taken', message: 'Ticket is already taken by another consultant' } };
    Object.assign(ticket, { consultant: { id: caller!.id, first_name: caller!.first_name }, status: 'taken' });
  }
  if (action === 'reply' || action === 'resolve' || action === 'note') {
    const messages = ticket['messages'] as Item[];
    messages.push({
      id: nextId(messages),
      text: body['body'],
      author: caller!.id,
      is_staff: true,
      is_internal: action === 'note',
      created_at: new Date(now).toISOString(),
    });
    if (action !== 'note') ticket['status'] = action === 'resolve' ? 'resolved' : 'waiting_user';
  }
  return ok(ticket);
}

function takeLead({ world, body, caller, now }: RouteRequest): RouteReply {
  const lead = findItem(world.leads, body['user_id']);
  if (!lead) return { status: 409, body: { code: 'taken', message: 'User is already taken by another consultant' } };
  world.leads = world.leads.filter((each) => each !== lead);
  world.accounts.push({
    ...lead,
    email: `lead${lead.id}@foreign.test`,
    password: '',
    last_name: 'Lead',
    is_staff: false,
    status: 'processing',
    consultant: caller!.id,
  } as unknown as Account);
  world.tasks.push({
    id: nextId(world.tasks),
    owner: caller!.id,
    type: body['type'] ?? 'call',
    title: 'New lead',
    start_at: new Date(now).toISOString(),
    status: 'new',
  });
  return ok({ ok: true });
}

function createTask({ world, caller, body }: RouteRequest): RouteReply {
  if (!body['title']) return invalid('title');
  const { type, title, place, description, start_at, end_at } = body;
  const task: Item = {
    id: nextId(world.tasks),
    owner: caller!.id,
    type,
    title,
    place,
    description,
    start_at,
    end_at,
    status: 'new',
    linked_user: body['linked_user_id'] ?? null,
  };
  world.tasks.push(task);
  return ok(task, 201);
}

const ownTasks = ({ world, caller, body }: RouteRequest): Item[] => {
  const isDone = (task: Item) => task['status'] === 'completed' || task['status'] === 'cancelled';
  const own = world.tasks.filter(({ owner }) => owner === caller!.id);
  if (body['group'] === 'completed') return own.filter(isDone);
  return body['group'] === 'future' ? [] : own.filter((task) => !isDone(task));
};

function createLead({ world, caller, body }: RouteRequest): RouteReply {
  if (!body['first_name']) return invalid('first_name');
  const isKnown = world.accounts.some(({ phone }) => phone === body['phone']);
  if (isKnown) return { status: 400, body: { phone: ['Phone is already in use'] } };
  const { id: _, ...fields } = body;
  const id = nextId([...world.accounts, ...world.leads]);
  const lead = { ...fields, id, email: body['email'] ?? null, password: '', is_staff: false, status: 'processing' };
  world.accounts.push({ ...lead, consultant: caller!.id } as unknown as Account);
  return ok(lead, 201);
}

/** Changes a person for whom the caller is responsible. */
const changePerson =
  (change: (person: Account, body: Record<string, unknown>) => void): Handler =>
  ({ world, caller, body }) => {
    const person = world.accounts.find(({ id, consultant }) => id === body['user_id'] && consultant === caller!.id);
    if (!person) return missing;
    change(person, body);
    return ok({ success: true });
  };

const structure = ({ world, caller }: RouteRequest) =>
  world.accounts.filter((each) => each['consultant'] === caller!.id).map((each) => omitFields(each, 'password'));

/** The calls of employees. */
export const staffRoutes: Record<string, Handler> = {
  'POST /api/user_tasks/list/': (input) => page(ownTasks(input), input),
  'POST /api/user_tasks/create/': createTask,
  'POST /api/user_tasks/update/': changeTask,
  'POST /api/user_tasks/create_new_lead_task/': takeLead,
  'POST /api/team/get_waiting_users/': (input) => page(input.world.leads, input),
  'POST /api/team/get_my_structure_users/': (input) => page(structure(input), input),
  'POST /api/accounts/user/create_lead_user/': createLead,
  'POST /api/accounts/user/update_settings/': changePerson((person, { user_id: _, ...settings }) => {
    Object.assign(person, settings);
  }),
  'POST /api/accounts/user/give_away_user/': changePerson((person, { consultant_id }) => {
    person['consultant'] = consultant_id;
  }),
  'POST /api/team/reject_responsible_user/': changePerson((person) => {
    Object.assign(person, { consultant: null, status: 'waiting' });
  }),
  'GET /api/team/get_my_structure_users/choices/': ({ world, caller }) => {
    const staff = world.accounts.filter(({ id, is_staff }) => is_staff && id !== caller!.id);
    return ok({ responsible: staff.map(({ id, first_name }) => ({ id, name: first_name })) });
  },
  'POST /api/accounts/user/details/': ({ world, body }) => {
    const user = findItem(world.accounts, body['user_id']);
    return user ? ok(omitFields(user, 'password')) : missing;
  },
  'POST /api/tickets/consultant/list/': (input) =>
    page(
      input.world.tickets.map((each) => omitFields(each, 'messages')),
      input,
    ),
  'POST /api/tickets/consultant/detail/': ({ world, body }) => itemReply(world.tickets, body['id']),
  'POST /api/tickets/consultant/update_ticket/': changeTicket,
};

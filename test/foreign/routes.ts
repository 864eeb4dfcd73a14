import type { Account, Item, World } from './world.ts';

/** A request as passed to the handlers. `body` contains the fields of the JSON or the form. */
export interface RouteRequest {
  world: World;
  caller: Account | null;
  params: readonly string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
  file: { type: string; data: Uint8Array<ArrayBuffer> } | null;
  now: number;
}

export interface RouteReply {
  status: number;
  body: unknown;
}

type Handler = (asked: RouteRequest) => RouteReply;

const ok = (body: unknown, status = 200): RouteReply => ({ status, body });
const missing: RouteReply = { status: 404, body: { detail: 'Not found.' } };
const invalid = (field: string): RouteReply => ({ status: 400, body: { [field]: ['This field is required.'] } });

const nextId = (items: readonly Item[]): number => Math.max(0, ...items.map(({ id }) => id)) + 1;
const found = (items: readonly Item[], id: unknown): Item | undefined => items.find((item) => item.id === Number(id));
const without = (item: Item, ...fields: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !fields.includes(name)));

function page(items: readonly unknown[], { query }: RouteRequest, name = 'results'): RouteReply {
  const size = Math.min(50, Number(query.get('page_size') ?? 10));
  const at = Number(query.get('page') ?? 1);
  const next = at * size < items.length ? `?page=${at + 1}` : null;
  return ok({
    count: items.length,
    next,
    previous: null,
    current: at,
    [name]: items.slice((at - 1) * size, at * size),
  });
}

const camel = (item: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

function profile(caller: Account): Record<string, unknown> {
  return { ...without(caller, 'password'), dateJoined: '2026-01-01 10:00:00' };
}

function addComment({ world, caller, body, now }: RouteRequest): RouteReply {
  if (typeof body['text'] !== 'string' || body['text'] === '') return invalid('text');
  const author = { id: caller!.id, firstName: caller!.first_name, lastName: caller!.last_name };
  const comment = {
    id: nextId(world.comments),
    text: body['text'],
    lesson: body['lesson'] ?? null,
    author,
    createdAt: new Date(now).toISOString(),
  };
  world.comments.push(comment);
  return ok(comment, 201);
}

const contactFields = [
  'first_name',
  'last_name',
  'middle_name',
  'city',
  'status',
  'date_birth',
  'notes',
  'work_zone',
  'category_id',
  'telegram',
];

function savedContact({ world, body, file }: RouteRequest, contact: Item): RouteReply {
  for (const name of contactFields)
    if (name in body) contact[name === 'category_id' ? 'category' : name] = body[name] === '' ? null : body[name];
  if (typeof body['phones'] === 'string')
    contact['phone'] = (JSON.parse(body['phones']) as { number: string }[])[0]?.number ?? null;
  if (typeof body['emails'] === 'string') contact['email'] = (JSON.parse(body['emails']) as string[])[0] ?? null;
  if (file) {
    const path = `/files/${contact.id}-${world.files.size}.${file.type.split('/')[1]}`;
    world.files.set(path, file);
    contact['photo'] = path;
  }
  return ok(contact);
}

function addContact(asked: RouteRequest): RouteReply {
  const { world, caller, body, now } = asked;
  if (!body['first_name']) return invalid('first_name');
  const contact: Item = { id: nextId(world.contacts), owner: caller!.id, created: new Date(now).toISOString() };
  world.contacts.push(contact);
  return { ...savedContact(asked, contact), status: 201 };
}

function changeTask({ world, body }: RouteRequest): RouteReply {
  const task = found(world.tasks, body['id']);
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
  const ticket = found(world.tickets, body['id']);
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
  const lead = found(world.leads, body['user_id']);
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

const structure = ({ world, caller }: RouteRequest) =>
  world.accounts.filter((each) => each['consultant'] === caller!.id).map((each) => without(each, 'password'));

/** The calls that need no token. */
export const openRoutes: readonly string[] = [
  'POST /api/accounts/login/',
  'GET /api/configs/get_all_configs/',
  'GET /files/:name',
];

export const routes: Record<string, Handler> = {
  'GET /api/configs/get_all_configs/': () => ok({ project: 'Foreign API', languages: ['en'], limits: null }),
  'GET /api/accounts/me/': ({ caller }) => ok(profile(caller!)),
  'PUT /api/accounts/me/': ({ caller, body }) =>
    ok({ token: `token-${caller!.id}`, user: profile(Object.assign(caller!, body)) }),
  'POST /api/accounts/set_language/': ({ caller, body }) =>
    ok({ ...profile(Object.assign(caller!, { language: body['language'] })) }),
  'GET /api/navigator/categories/list/': ({ world }) => ok(world.categories),
  'POST /api/navigator/lesson/list/': ({ world }) =>
    ok({ data: world.lessons.map((each) => without(each, 'content')) }),
  'GET /api/navigator/lesson/view/:id/': ({ world, params }) => {
    const lesson = found(world.lessons, params[0]);
    return lesson ? ok(lesson) : missing;
  },
  'POST /api/navigator/lesson/view/:id/': ({ world, params, body }) => {
    world.times.push({ lesson: Number(params[0]), time: Number(body['time']) });
    return ok({ success: true });
  },
  'GET /api/navigator/comments/': (asked) => page(asked.world.comments.map(camel), asked, 'items'),
  'POST /api/navigator/comments/': addComment,
  'GET /api/books/list/': ({ world }) => ok({ count: world.books.length, results: world.books }),
  'GET /api/books/view/:id/': ({ world, params }) => {
    const book = found(world.books, params[0]);
    return book ? ok(book) : missing;
  },
  'GET /api/news/list': (asked) =>
    page(
      asked.world.news.map((each) => without(each, 'text')),
      asked,
    ),
  'GET /api/news/view/:id': ({ world, params }) => {
    const item = found(world.news, params[0]);
    return item ? ok(item) : missing;
  },
  'GET /api/events/nearest/': ({ world }) => ok(world.events.map((each) => camel(without(each, 'description')))),
  'GET /api/events/view/:id/': ({ world, params }) => {
    const event = found(world.events, params[0]);
    return event ? ok(event) : missing;
  },
  'GET /api/contacts/category/': ({ world, caller }) =>
    ok(world.contact_categories.filter(({ owner }) => owner === caller!.id)),
  'POST /api/contacts/category/': ({ world, caller, body }) => {
    const category: Item = { id: nextId(world.contact_categories), owner: caller!.id, name: body['name'] };
    world.contact_categories.push(category);
    return ok(category, 201);
  },
  'GET /api/contacts/': ({ world, caller }) => ok(world.contacts.filter(({ owner }) => owner === caller!.id)),
  'POST /api/contacts/': addContact,
  'PUT /api/contacts/:id/': (asked) => {
    const contact = found(asked.world.contacts, asked.params[0]);
    return contact ? savedContact(asked, contact) : missing;
  },
  'POST /api/user_tasks/list/': (asked) => page(ownTasks(asked), asked),
  'POST /api/user_tasks/create/': createTask,
  'POST /api/user_tasks/update/': changeTask,
  'POST /api/user_tasks/create_new_lead_task/': takeLead,
  'POST /api/team/get_waiting_users/': (asked) => page(asked.world.leads, asked),
  'POST /api/team/get_my_structure_users/': (asked) => page(structure(asked), asked),
  'POST /api/accounts/user/details/': ({ world, body }) => {
    const user = found(world.accounts, body['user_id']);
    return user ? ok(without(user, 'password')) : missing;
  },
  'POST /api/tickets/consultant/list/': (asked) =>
    page(
      asked.world.tickets.map((each) => without(each, 'messages')),
      asked,
    ),
  'POST /api/tickets/consultant/detail/': ({ world, body }) => {
    const ticket = found(world.tickets, body['id']);
    return ticket ? ok(ticket) : missing;
  },
  'POST /api/tickets/consultant/update_ticket/': changeTicket,
};

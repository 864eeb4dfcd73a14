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
import { accountRoutes } from './account-routes.ts';
import { staffRoutes } from './staff-routes.ts';
import type { Account, Item } from './world.ts';

const camel = (item: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

function profile(caller: Account): Record<string, unknown> {
  return { ...omitFields(caller, 'password'), dateJoined: '2026-01-01 10:00:00' };
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

function addContact(input: RouteRequest): RouteReply {
  const { world, caller, body, now } = input;
  if (!body['first_name']) return invalid('first_name');
  const contact: Item = { id: nextId(world.contacts), owner: caller!.id, created: new Date(now).toISOString() };
  world.contacts.push(contact);
  return { ...savedContact(input, contact), status: 201 };
}

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
    ok({ data: world.lessons.map((each) => omitFields(each, 'content')) }),
  'GET /api/navigator/lesson/view/:id/': ({ world, params }) => itemReply(world.lessons, params[0]),
  'POST /api/navigator/lesson/view/:id/': ({ world, params, body }) => {
    world.times.push({ lesson: Number(params[0]), time: Number(body['time']) });
    return ok({ success: true });
  },
  'GET /api/navigator/comments/': (input) => page(input.world.comments.map(camel), input, 'items'),
  'POST /api/navigator/comments/': addComment,
  'GET /api/books/list/': ({ world }) => ok({ count: world.books.length, results: world.books }),
  'GET /api/books/view/:id/': ({ world, params }) => itemReply(world.books, params[0]),
  'GET /api/news/list': (input) =>
    page(
      input.world.news.map((each) => omitFields(each, 'text')),
      input,
    ),
  'GET /api/news/view/:id': ({ world, params }) => itemReply(world.news, params[0]),
  'GET /api/events/nearest/': ({ world }) => ok(world.events.map((each) => camel(omitFields(each, 'description')))),
  'GET /api/events/view/:id/': ({ world, params }) => itemReply(world.events, params[0]),
  'GET /api/contacts/category/': ({ world, caller }) =>
    ok(world.contact_categories.filter(({ owner }) => owner === caller!.id)),
  'POST /api/contacts/category/': ({ world, caller, body }) => {
    const category: Item = { id: nextId(world.contact_categories), owner: caller!.id, name: body['name'] };
    world.contact_categories.push(category);
    return ok(category, 201);
  },
  'GET /api/contacts/': ({ world, caller }) => ok(world.contacts.filter(({ owner }) => owner === caller!.id)),
  'POST /api/contacts/': addContact,
  'PUT /api/contacts/:id/': (input) => {
    const contact = findItem(input.world.contacts, input.params[0]);
    return contact ? savedContact(input, contact) : missing;
  },
  ...accountRoutes,
  ...staffRoutes,
};

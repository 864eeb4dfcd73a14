import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNamed, callNames, type CallName } from '../../contract/api-calls/index.ts';
import { openApiDocument } from '../../server/http/openapi/document.ts';
import { addLesson, samplesOf, type Samples } from '../helpers/samples.ts';
import { openTestServer, roles, TEST_PASSWORD, type TestServer } from '../helpers/server.ts';
import { mayCall } from '../security/callers.ts';

/**
 * Lists that are always paged: lists with page parameters in the specification, comments, news, and lists that keep
 * growing.
 */
const paged = [
  ...(['lessons.list', 'comments.all', 'comments.of_lesson', 'news.list', 'tickets.list', 'tickets.own_list'] as const),
  ...(['team.structure_users', 'team.waiting_users', 'people.action_logs', 'tasks.list'] as const),
  ...(['employees.activity', 'accounting.payments', 'team.children', 'team.children_of', 'admin.users'] as const),
  ...(['imports.list', 'imports.rows'] as const),
  'statistics.records',
] as const;

/** Lists that are returned as plain arrays unless the request contains a page. */
const wholeOrPageSchema = [
  'contacts.list',
  'team.completed_tasks',
  'tasks.users_to_link',
  'payments.person_donations',
] as const;

/** Lists that are always returned as plain arrays. */
const bareLists = [
  ...(['categories.list', 'lessons.dashboard', 'books.list', 'news.important', 'events.nearest'] as const),
  ...(['contacts.statuses', 'contacts.categories', 'choices.list', 'people.tags_groups', 'menu.main'] as const),
  ...(['subscription.packages', 'subscription.periods', 'accounting.months', 'flows.list', 'flows.versions'] as const),
  ...(['menu.dropdown', 'pages.footer_links', 'own.devices', 'accounts.link_requests', 'payments.methods'] as const),
] as const;

/** Lists whose pages start at a cursor, because new rows are added at the beginning of the list. */
const cursorLists = ['admin.audit_log'] as const;

const envelope = ['count', 'current', 'next', 'previous', 'results', 'total_count'];

type Schema = { type?: string; anyOf?: Schema[]; properties?: Record<string, Schema>; $ref?: string; allOf?: Schema[] };
interface Operation {
  operationId: CallName;
  parameters: { name?: string }[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
const document = openApiDocument({ public_url: 'http://localhost:8080', sync_calls: true });
const { schemas } = document['components'] as { schemas: Record<string, Schema> };
const operations = Object.values(document['paths'] as object).flatMap(
  (path) => Object.values(path as object) as Operation[],
);

const kindOf = ({ type, properties = {} }: Schema): 'array' | 'envelope' | 'other' => {
  if (type === 'array') return 'array';
  return envelope.every((name) => Object.hasOwn(properties, name)) ? 'envelope' : 'other';
};

/** Returns the documented alternatives of a reply, without the schemas of rows. */
function shapesOf(name: CallName): Schema[] {
  const { responses } = operations.find(({ operationId }) => operationId === name)!;
  const schema = responses[callNamed(name).status ?? 200]!.content?.['application/json']?.schema ?? {};
  return (schema.anyOf ?? schema.allOf ?? [schema]).flatMap((shape) => {
    if (shape.$ref === undefined) return [shape];
    const component = schemas[shape.$ref.split('/').at(-1)!]!;
    return kindOf(component) === 'envelope' ? [component] : [];
  });
}

let server: TestServer;
let samples: Samples;
/** The token of a manager, and the token of an admin for calls that only admins may use. */
let tokens: { manager: string; admin: string };

beforeAll(async () => {
  server = await openTestServer();
  const [manager, admin] = [await server.user(roles.manager), await server.user(roles.admin)];
  tokens = { manager: manager.token, admin: admin.token };
  samples = samplesOf(server, { lesson_id: await addLesson(server), email: manager.email!, password: TEST_PASSWORD });
});
afterAll(() => server.close());

async function answerOf(name: CallName, query: Record<string, string | number> = {}): Promise<unknown> {
  const token = mayCall(callNamed(name), 'manager') ? tokens.manager : tokens.admin;
  const options = await samples[name as keyof Samples](token);
  const reply = await server.call(name, { token, ...options, query: { ...options.query, ...query } });
  expect(reply.status).toBe(callNamed(name).status ?? 200);
  return reply.body;
}

describe('list shapes', () => {
  it.each(paged)('the list %s is paged, as documented', async (name) => {
    expect(shapesOf(name).map(kindOf)).toEqual(['envelope']);
    const body = await answerOf(name);
    expect(Object.keys(body as object)).toEqual(expect.arrayContaining(envelope));
    expect(body).toMatchObject({ current: 1, previous: null, results: expect.any(Array) });
    expect(((await answerOf(name, { page_size: 1 })) as { results: unknown[] }).results.length).toBeLessThanOrEqual(1);
  });

  it.each(wholeOrPageSchema)('the list %s is a bare array or, on request, a page, as documented', async (name) => {
    expect(shapesOf(name).map(kindOf).toSorted()).toEqual(['array', 'envelope']);
    expect(await answerOf(name)).toEqual(expect.any(Array));
    for (const query of [{ page: 1 }, { page_size: 1 }] as Record<string, number>[])
      expect(Object.keys((await answerOf(name, query)) as object).toSorted()).toEqual(envelope);
  });

  it.each(bareLists)('the list %s is a bare array, as documented', async (name) => {
    expect(shapesOf(name).map(kindOf)).toEqual(['array']);
    expect(await answerOf(name)).toEqual(expect.any(Array));
  });

  it.each(cursorLists)('the list %s is paged by a cursor', async (name) => {
    expect(Object.keys((await answerOf(name)) as object).toSorted()).toEqual(['next', 'results']);
  });

  it('the tables of this test cover every list call of the contract', () => {
    const looksLikeList = (shape: Schema): boolean =>
      kindOf(shape) !== 'other' || ['results', 'items'].some((name) => Object.hasOwn(shape.properties ?? {}, name));
    const lists = callNames.filter((name) => name !== 'sync.push' && shapesOf(name).some(looksLikeList));
    expect(lists.toSorted()).toEqual([...paged, ...wholeOrPageSchema, ...bareLists, ...cursorLists].toSorted());
  });

  it('only the calls of paged lists have page parameters', () => {
    const pagedOperations = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'page'));
    expect(pagedOperations.map(({ operationId }) => operationId).toSorted()).toEqual(
      [...paged, ...wholeOrPageSchema, 'sync.snapshot'].toSorted(),
    );
  });
});

import { apiCalls, type CallName } from '../../../contract/api-calls/index.ts';
import type { z } from '../../../contract/zod.ts';
import { pageOf } from './lists.ts';
import { readRow, type ReadContext } from './rows.ts';
import type { TableReader } from './tables/shared.ts';
import { people, tasks, waitingLeads } from './tables/staff.ts';
import { fieldsOf, isObject, RowReader } from './values.ts';

/** The request to which a reply belongs. */
interface Requested {
  query: URLSearchParams;
  context: ReadContext;
}

type Convert = (body: unknown, requested: Requested) => unknown;

/** Converts a page of a list; null if the body is not a list. */
function toPage(body: unknown, { query }: Requested, convert: (raw: unknown) => unknown) {
  const page = pageOf(body);
  if (!page) return null;
  const current = Number(query.get('page') ?? 1);
  const results = page.rows.map(convert).filter((row) => row !== null);
  const count = page.count ?? results.length;
  const previous = current > 1 ? current - 1 : null;
  return { count, next: page.has_next ? current + 1 : null, previous, current, results, total_count: count };
}

const rowsOf =
  (table: TableReader): Convert =>
  (body, requested) =>
    toPage(body, requested, (raw) => {
      const row = readRow(table, raw, requested.context, null);
      return row && { ...row, rev: 1 };
    });

const toStructurePage: Convert = (body, requested) => {
  const page = toPage(body, requested, (raw) => {
    const row = readRow(people, raw, requested.context, null);
    if (!row) return null;
    const name = [row['first_name'], row['last_name']].join(' ').trim();
    return { ...row, rev: 1, name, open_tasks: 0, last_contact_at: null, next_task: null, tags_groups: {} };
  });
  const sums = { total_donations_current: 0, total_donations_prev: 0 };
  return page && { ...page, columns: [], tags_groups_columns: [], ...sums };
};

const toPersonDetails: Convert = (body, { context }) => {
  const raw = isObject(body) && isObject(body['user']) ? body['user'] : body;
  const row = readRow(people, raw, context, null);
  return row && { user: { ...row, rev: 1 }, events: [] };
};

function memberOf(raw: unknown, { ids }: ReadContext): unknown {
  const row = new RowReader(raw, ids);
  const id = row.ref('user', 'id', 'pk', 'uuid');
  if (id === null) return null;
  const line_1 = row.number('line_1', 'children_count', 'referrals_count') ?? row.list('children').length;
  return {
    id,
    first_name: row.text('first_name') || row.personName('name', 'full_name'),
    last_initial: row.text('last_initial', 'last_name').slice(0, 1),
    city: row.textOrNull('city'),
    joined: row.instant('joined', 'created_at', 'date_joined')?.slice(0, 7) ?? null,
    line: row.int(1, 'line', 'level'),
    people: row.int(line_1, 'people', 'team_count'),
    line_1,
    phone: row.textOrNull('phone'),
    email: row.textOrNull('email'),
    is_removed: false,
  };
}

const toBranchPage: Convert = (body, requested) => {
  const page = toPage(body, requested, (raw) => memberOf(raw, requested.context));
  return page && { ...page, path: [], people: page.count, line_1: page.count, this_month: 0 };
};

/** Returns a list of choices; empty if the API sends none. */
const choicesIn = (body: unknown, name: string): unknown[] => {
  const listed = fieldsOf(body)[name];
  return (Array.isArray(listed) ? listed : []).flatMap((raw) => {
    if (!isObject(raw)) return typeof raw === 'string' ? [{ value: raw, label: raw }] : [];
    const fields = fieldsOf(raw);
    const label = fields['label'] ?? fields['name'] ?? fields['title'];
    if (typeof label !== 'string') return [];
    const value = fields['value'] ?? fields['id'];
    return [{ value: typeof value === 'string' || typeof value === 'number' ? String(value) : label, label }];
  });
};

const choiceNames = ['statuses', 'languages', 'countries', 'responsible', 'colleagues', 'tags', 'groups'];
const toChoices: Convert = (body) => Object.fromEntries(choiceNames.map((name) => [name, choicesIn(body, name)]));

/** Returns the URL of a payment page, which an API sends as a text or in an object. */
const toPaymentUrl: Convert = (body) => fieldsOf(body)['url'] ?? fieldsOf(body)['payment_url'];

const converters: Partial<Record<CallName, Convert>> = {
  'team.structure_users': toStructurePage,
  'team.structure_choices': toChoices,
  'team.waiting_users': rowsOf(waitingLeads),
  'team.completed_tasks': rowsOf(tasks),
  'team.children': toBranchPage,
  'team.children_of': toBranchPage,
  'people.details': toPersonDetails,
  'books.purchase': toPaymentUrl,
  'subscription.package_purchase': toPaymentUrl,
};

/**
 * Converts the reply to a call of a screen into the form in which our server replies. Returns undefined for a reply
 * that no converter can read.
 */
export function convertReply(name: CallName, body: unknown, requested: Requested): unknown {
  const schema = apiCalls[name].reply as z.ZodMiniType | undefined;
  if (!schema || schema.safeParse(body).success) return body;
  const converted = converters[name]?.(body, requested);
  return schema.safeParse(converted).success ? converted : undefined;
}

import { languages } from '../../../../contract/preference-values.ts';
import { flowStates } from '../../../../contract/landing/values.ts';
import { subscriptionPayments, subscriptionPeriods, subscriptionStates } from '../../../../contract/values.ts';
import { fieldsOf, isObject, RowReader } from '../values.ts';
import type { TableReader } from './shared.ts';

type Fields = Record<string, unknown>;

/** Returns a text in all languages; an API usually sends it only in the user's language. */
function textsOf(value: unknown): { ru: string; en: string; de: string } {
  const fields = fieldsOf(value);
  const texts = [value, ...['en', 'name', 'title', 'ru', 'de'].map((name) => fields[name])];
  const anyText = texts.find((text) => typeof text === 'string') ?? '';
  const named = (language: string) => (typeof fields[language] === 'string' ? fields[language] : anyText);
  return { ru: named('ru'), en: named('en'), de: named('de') };
}

const CENTS_PER_DOLLAR = 100;

/** Returns an amount in cents, which an API sends in cents or in dollars. */
const centsOf = (row: RowReader, in_cents: string, ...in_dollars: readonly string[]): number =>
  row.has(in_cents) ? row.int(0, in_cents) : Math.round((row.number(...in_dollars) ?? 0) * CENTS_PER_DOLLAR);

function planOf(value: unknown, { ids }: RowReader): Fields | null {
  if (!isObject(value)) return null;
  const row = new RowReader(value, ids);
  const package_id = row.ref('package', 'package_id', 'package', 'id');
  const period = row.oneOf(subscriptionPeriods, null, 'period');
  if (package_id === null || period === null) return null;
  const title = textsOf(row.value('title', 'name', 'package'));
  return { package_id, title, period, price_cents: centsOf(row, 'price_cents', 'price', 'amount') };
}

function lineOf(raw: unknown, { ids }: RowReader): unknown[] {
  const row = new RowReader(raw, ids);
  const [id, at] = [row.ref('message', 'id'), row.instant('at', 'created_at', 'date', 'paid_at')];
  if (id === null || at === null) return [];
  const title = textsOf(row.value('title', 'name', 'package'));
  const discount = row.value('discount');
  return [
    {
      id,
      at,
      paid_at: row.instant('paid_at'),
      title: title.en === '' ? null : title,
      period: row.oneOf(subscriptionPeriods, null, 'period'),
      amount_cents: centsOf(row, 'amount_cents', 'amount', 'price'),
      discount: isObject(discount) && 'amount_cents' in discount ? discount : null,
      status: row.oneOf(subscriptionPayments, 'paid', 'status', 'state'),
      from: row.instant('from', 'start', 'started_at'),
      until: row.instant('until', 'end', 'expires_at'),
      receipt: row.textOrNull('receipt'),
    },
  ];
}

export const subscriptions: TableReader = {
  entity: 'subscriptions',
  space: 'user',
  lists: [{ call: 'subscription.info', paged: false, pick: (body) => (isObject(body) ? [body] : body) }],
  own: true,
  whole: false,
  minutes: [30, 120],
  read: (row, { me, user_id, now }) => {
    const current = new RowReader(row.value('current', 'subscription'), row.ids);
    const until = current.instant('until', 'end', 'expires_at', 'date_end') ?? me?.subscribed_until ?? null;
    const isActive = until === null ? current.bool('is_active', 'active') : until > now;
    const method = current.value('method');
    const plan = planOf(current.value('plan') ?? current.fields, row);
    const next = current.value('next');
    const nextPlan = planOf(next, row);
    const starts_at = new RowReader(next, row.ids).instant('starts_at');
    const state = isActive ? (current.has('auto_pay') && !current.bool('auto_pay') ? 'cancelling' : 'active') : 'none';
    return {
      id: user_id,
      state: current.oneOf(subscriptionStates, state, 'state', 'status'),
      plan,
      next: nextPlan && starts_at !== null ? { ...nextPlan, starts_at } : null,
      started_at: current.instant('started_at', 'start', 'date_start'),
      until,
      next_try_at: current.instant('next_try_at'),
      method: isObject(method) && 'last4' in method ? method : null,
      promo_code: current.textOrNull('promo_code'),
      history: row.list('history').flatMap((line) => lineOf(line, row)),
    };
  },
};

export const packages: TableReader = {
  entity: 'packages',
  space: 'package',
  lists: [{ call: 'subscription.packages', body: {}, paged: false }],
  whole: true,
  minutes: [60, 240],
  read: (row) => {
    const prices = row.value('prices');
    const month = { month: centsOf(row, 'price_cents', 'price', 'cost') };
    return {
      id: row.id('package'),
      title: textsOf(row.value('title', 'name')),
      features: row.list('features', 'options').map(textsOf),
      prices: isObject(prices) ? prices : month,
      popular: row.bool('popular', 'is_popular'),
      position: row.int(0, 'position', 'order', 'sort'),
    };
  },
};

const flowList = [{ call: 'flows.list', paged: false }] as const;

export const flows: TableReader = {
  entity: 'flows',
  space: 'flow',
  lists: flowList,
  whole: true,
  minutes: [30, 120],
  read: (row, { me, user_id, now, stored }) => {
    const created_at = row.instant('created_at', 'created') ?? (stored?.['created_at'] as string | undefined) ?? now;
    const published = row.value('published');
    const state = row.bool('is_published', 'is_active', 'published') ? 'published' : 'draft';
    return {
      id: row.id('flow'),
      owner_id: row.ref('user', 'owner_id', 'owner') ?? user_id,
      title: row.required('title', 'name', 'unique_name'),
      unique_name: row.textOrNull('unique_name', 'slug'),
      taken_name: row.textOrNull('taken_name'),
      lang: row.oneOf(languages, me?.language ?? 'en', 'lang', 'language'),
      description: row.text('description'),
      cover: isObject(row.value('cover')) ? row.value('cover') : null,
      state: row.oneOf(flowStates, state, 'state', 'status'),
      published_at: row.instant('published_at'),
      published: Array.isArray(published) ? published : null,
      created_at,
      updated_at: row.instant('updated_at', 'updated') ?? created_at,
    };
  },
};

export const flowStats: TableReader = {
  entity: 'flow_stats',
  space: 'flow',
  lists: flowList,
  whole: true,
  minutes: [30, 120],
  read: (row) => {
    const stats = new RowReader(row.value('stats', 'statistics') ?? row.fields, row.ids);
    return {
      id: row.id('flow'),
      views: stats.int(0, 'views', 'views_count'),
      visitors: stats.int(0, 'visitors', 'visitors_count'),
      leads: stats.int(0, 'leads', 'leads_count'),
      days: stats.list('days'),
      sources: stats.list('sources'),
    };
  },
};

/** Colleagues to whom people can be assigned. Only their names are known. */
export const employees: TableReader = {
  entity: 'employees',
  space: 'user',
  lists: [
    {
      call: 'team.structure_choices',
      paged: false,
      pick: (body) => fieldsOf(body)['colleagues'] ?? fieldsOf(body)['responsible'] ?? [],
    },
  ],
  staff: true,
  id_field: 'value',
  whole: true,
  minutes: [60, 240],
  read: (row) => ({
    id: row.requiredRef('user', 'value', 'id'),
    name: row.required('label', 'name', 'full_name'),
    language: row.oneOf(languages, 'en', 'language'),
    is_manager: row.bool('is_manager'),
    is_blocked: row.bool('is_blocked'),
    in_team: false,
    manager_id: row.ref('user', 'manager_id'),
    ...{ country: null, city: null, time_zone: null, daily_limit: null, rating: null, work_times: null },
  }),
};

/**
 * Returns the progress in each lesson, which an API sends as an object beside the lesson or as fields of the lesson.
 */
function progressIn(body: unknown): unknown {
  const rows: unknown[] = Array.isArray(body) ? body : [];
  return rows.flatMap((raw) => {
    const { lesson, progress } = fieldsOf(raw);
    if (lesson === undefined) return [raw];
    return isObject(progress) ? [{ ...progress, id: fieldsOf(lesson)['id'] }] : [];
  });
}

export const lessonProgress: TableReader = {
  entity: 'lesson_progress',
  space: 'lesson',
  lists: [{ call: 'lessons.dashboard', paged: false, pick: progressIn }],
  whole: false,
  minutes: [30, 120],
  read: (row, { now, stored }) => {
    const isDone = row.text('state') === 'done' || row.bool('is_done', 'is_completed', 'completed');
    const isStarted = row.has('state', 'slices') || (row.number('progress', 'percent', 'time') ?? 0) > 0;
    if (!isDone && !isStarted && !stored) return null;
    // The API does not store that the user has marked a lesson as done on this device.
    const wasDone = stored?.['state'] === 'done';
    return {
      id: row.id('lesson'),
      state: isDone || wasDone ? 'done' : 'started',
      slices: row.has('slices') ? row.list('slices') : (stored?.['slices'] ?? []),
      older_s: row.int(Number(stored?.['older_s'] ?? 0), 'older_s'),
      scrolled: Math.max(row.int(0, 'scrolled'), Number(stored?.['scrolled'] ?? 0)),
      last_read_at: row.instant('last_read_at', 'updated_at') ?? stored?.['last_read_at'] ?? now,
      done_at: row.instant('done_at') ?? stored?.['done_at'] ?? (isDone ? now : null),
    };
  },
};

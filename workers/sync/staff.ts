import { callIn } from '../../contract/calls/define.ts';
import { peopleCalls } from '../../contract/calls/people.ts';
import { registrationCalls } from '../../contract/calls/registration.ts';
import type { StaffVerbs } from '../../src/bridge/staff-api.ts';
import type { Done } from '../../src/bridge/sync-api.ts';
import { iso } from '../../src/lib/ports.ts';
import { staffKeys, type PageAbout, type PeopleAsk } from '../../src/lib/staff-pages.ts';
import { failureOf } from './account.ts';
import { employeeVerbs } from './employees.ts';
import type { Request } from './http.ts';
import { request, type Session } from './session.ts';

const PAGE_SIZE = 50;
const LOG_SIZE = 25;

/** Pages of one list that stay on the phone; the oldest goes. */
const MOST_PAGES = 20;

interface Fetched {
  rows: unknown[];
  about?: PageAbout;
}

async function keep({ db, ports }: Session, key: string, { rows, about }: Fetched): Promise<void> {
  const family = key.slice(0, key.indexOf(':') + 1);
  await db.transaction('rw', db.pages, async () => {
    await db.pages.put({ key, rows, ...(about && { about }), fetched_at: iso(ports.clock.now()) });
    if (family === '') return;
    const pages = await db.pages.where('key').startsWith(family).toArray();
    const old = pages.toSorted((a, b) => b.fetched_at.localeCompare(a.fetched_at)).slice(MOST_PAGES);
    await db.pages.bulkDelete(old.map((page) => page.key));
  });
}

type Name = keyof typeof peopleCalls;

/** Fetches something and keeps it with its age; what was there before stays until the new is whole. */
async function bring<K extends Name>(
  session: Session,
  { key, name, options }: { key: string; name: K; options: Request },
  read: (body: unknown) => Fetched | null,
): Promise<Done> {
  const answer = await request(session, callIn(peopleCalls, name), options);
  if (answer.kind !== 'reply') return failureOf(answer);
  const fetched = read(answer.body);
  if (!fetched) return { ok: false, why: 'no_answer' };
  await keep(session, key, fetched);
  return { ok: true };
}

function bringPeople(session: Session, ask: PeopleAsk): Promise<Done> {
  const { page, search, ordering, status, tag, group, ...same } = ask;
  const given = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== ''));
  const body = {
    ...given,
    ...(status !== '' && { status: [status] }),
    ...(tag !== '' && { tags: [tag] }),
    ...(group !== '' && { groups: [group] }),
  };
  const query = { page, page_size: PAGE_SIZE, ordering, ...(search !== '' && { search }) };
  const name = 'team.structure_users';
  return bring(session, { key: staffKeys.people(ask), name, options: { query, body } }, (reply) => {
    const parsed = peopleCalls[name].reply.safeParse(reply);
    if (!parsed.success) return null;
    const { results, count, total_count, next, columns, tags_groups_columns } = parsed.data;
    return { rows: results, about: { count, total_count, next, columns, tags_groups_columns } };
  });
}

function bringLog(session: Session, user_id: string, page: number): Promise<Done> {
  const name = 'people.action_logs';
  const options = { query: { page, page_size: LOG_SIZE }, body: { user_id } };
  return bring(session, { key: staffKeys.log(user_id, page), name, options }, (reply) => {
    const parsed = peopleCalls[name].reply.safeParse(reply);
    if (!parsed.success) return null;
    const { results, count, total_count, next } = parsed.data;
    return { rows: results, about: { count, total_count, next } };
  });
}

/** The verbs of employees that need the network; their code comes when the first of them is used. */
export function staffVerbs(session: Session, pull: () => void): StaffVerbs {
  return {
    ...employeeVerbs(session, pull),
    makeLink: async (user_id) => {
      const name = 'accounts.make_link';
      const answer = await request(session, callIn(registrationCalls, name), { query: { user_id } });
      if (answer.kind !== 'reply') return failureOf(answer);
      const parsed = registrationCalls[name].reply.safeParse(answer.body);
      return parsed.success ? { ok: true, ...parsed.data } : { ok: false, why: 'no_answer' };
    },
    bringPeople: (ask) => bringPeople(session, ask),
    bringChoices: () =>
      bring(session, { key: staffKeys.choices, name: 'team.structure_choices', options: {} }, (reply) => {
        const parsed = peopleCalls['team.structure_choices'].reply.safeParse(reply);
        return parsed.success ? { rows: [parsed.data] } : null;
      }),
    bringTags: () =>
      bring(session, { key: staffKeys.tags, name: 'people.tags_groups', options: {} }, (reply) => {
        const parsed = peopleCalls['people.tags_groups'].reply.safeParse(reply);
        return parsed.success ? { rows: parsed.data.results } : null;
      }),
    bringPerson: (id) => {
      const options = { body: { user_id: id } };
      return bring(session, { key: staffKeys.person(id), name: 'people.details', options }, (reply) => {
        const parsed = peopleCalls['people.details'].reply.safeParse(reply);
        return parsed.success ? { rows: [parsed.data.user] } : null;
      });
    },
    bringDone: (id) => {
      const name = 'team.completed_tasks';
      const options = { query: { page: 1, page_size: PAGE_SIZE }, body: { user_id: id } };
      return bring(session, { key: staffKeys.done(id), name, options }, (reply) => {
        const parsed = peopleCalls[name].reply.safeParse(reply);
        return parsed.success ? { rows: parsed.data.results } : null;
      });
    },
    bringLog: (id, page) => bringLog(session, id, page),
  };
}

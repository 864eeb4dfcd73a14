import { untypedCall } from '../../contract/api-calls/define.ts';
import { partnerCalls } from '../../contract/api-calls/partners.ts';
import { peopleCalls } from '../../contract/api-calls/people.ts';
import { registrationCalls } from '../../contract/api-calls/registration.ts';
import type { StaffActions, EmployeeActions } from '../../src/bridge/staff-api.ts';
import type { ActionResult } from '../../src/bridge/results.ts';
import {
  staffKeys,
  WAITING_LEADS_PER_PAGE,
  type PeopleQuery,
  type WaitingLeadsQuery,
} from '../../src/lib/cached-pages.ts';
import { parseReply, toActionResult } from './account.ts';
import { sendAuthenticated, type Session } from './session.ts';
import { viewAsCalls } from '../../contract/api-calls/view-as.ts';
import { employeeCalls } from '../../contract/api-calls/employees.ts';
import { accountingActions } from './accounting.ts';
import { adminActions } from './admin.ts';
import { statisticsActions } from './statistics.ts';
import { fetchInto, fetchList } from './pages.ts';

const call = (name: keyof typeof employeeCalls) => untypedCall(employeeCalls, name);

const activityList = {
  call: call('employees.activity'),
  reply: employeeCalls['employees.activity'].reply,
  isPaged: true,
};

/** Actions of managers on their team. After a change, `pull` is called to fetch the changed row. */
function employeeActions(session: Session, pull: () => void): EmployeeActions {
  const send = async (name: keyof typeof employeeCalls, body: Record<string, unknown>): Promise<ActionResult> => {
    const done = toActionResult(await sendAuthenticated(session, call(name), { body }));
    if (done.ok) pull();
    return done;
  };
  return {
    fetchEmployees: () => fetchList(session, staffKeys.employees, activityList),
    setEmployee: (user_id, settings) => send('employees.settings', { user_id, ...settings }),
    setEmployeeTimes: (user_id, work_times) => send('employees.work_times', { user_id, work_times }),
    blockPerson: (user_id, is_blocked) => send('employees.block', { user_id, is_blocked }),
    startView: async (user_id, reason) => {
      const name = 'view_as.start';
      const result = await sendAuthenticated(session, untypedCall(viewAsCalls, name), { body: { user_id, reason } });
      const parsed = parseReply(result, viewAsCalls[name].reply);
      return parsed.ok ? { ok: true, view: parsed.body } : parsed;
    },
  };
}

const PAGE_SIZE = 50;
const LOG_PAGE_SIZE = 25;

/** Returns the filter of a query in the form that the server expects, without empty texts. */
function filterOf({ status, tag, group, responsible_id, language, country }: PeopleQuery) {
  const nonEmptyTexts = Object.entries({ responsible_id, language, country }).filter(([, value]) => value !== '');
  return {
    ...Object.fromEntries(nonEmptyTexts),
    ...(status !== '' && { status: [status] }),
    ...(tag !== '' && { tags: [tag] }),
    ...(group !== '' && { groups: [group] }),
  };
}

const searchOf = ({ search }: PeopleQuery) => (search === '' ? {} : { search });

function peopleRequest(filters: PeopleQuery, page_size: number) {
  const { page, ordering } = filters;
  return { query: { page, page_size, ordering, ...searchOf(filters) }, body: filterOf(filters) };
}

function fetchPeople(session: Session, filters: PeopleQuery): Promise<ActionResult> {
  const options = peopleRequest(filters, PAGE_SIZE);
  // The first page always stays stored: without it, the list would count as never fetched.
  const kept = staffKeys.people({ ...filters, page: 1 });
  const target = { key: staffKeys.people(filters), name: 'team.structure_users', options, kept } as const;
  return fetchInto(session, peopleCalls, target, ({ results, ...about }) => ({ rows: results, about }));
}

/** Size of the largest page that the server returns. */
const MAX_PAGE_SIZE = 100;

/** Changes of many people at once, and the list of people from which an export is made. */
function bulkActions(
  session: Session,
  pull: () => void,
): Pick<StaffActions, 'bulkPeople' | 'bulkFilteredPeople' | 'listPeople'> {
  return {
    bulkPeople: async (body) => {
      const name = 'people.bulk';
      const result = await sendAuthenticated(session, untypedCall(peopleCalls, name), { body: { ...body } });
      const parsed = parseReply(result, peopleCalls[name].reply);
      if (!parsed.ok) return parsed;
      pull();
      return { ok: true, answers: parsed.body.answers };
    },
    bulkFilteredPeople: async ({ query, after, ...change }) => {
      const name = 'people.bulk_filtered';
      const body = { ...change, filter: { ...filterOf(query), ...searchOf(query) }, ...(after !== null && { after }) };
      const parsed = parseReply(
        await sendAuthenticated(session, untypedCall(peopleCalls, name), { body }),
        peopleCalls[name].reply,
      );
      if (!parsed.ok) return parsed;
      pull();
      return { ok: true, ...parsed.body };
    },
    listPeople: async (query) => {
      const name = 'team.structure_users';
      const options = peopleRequest(query, MAX_PAGE_SIZE);
      const result = await sendAuthenticated(session, untypedCall(peopleCalls, name), options);
      const parsed = parseReply(result, peopleCalls[name].reply);
      if (!parsed.ok) return parsed;
      const { results, count, next } = parsed.body;
      return { ok: true, results, count, next };
    },
  };
}

/** Maximum number of cached pages of waiting leads. The screen shows all of them in one list. */
const MAX_WAITING_PAGES = 200;

function fetchWaitingLeads(session: Session, { page, language, country }: WaitingLeadsQuery): Promise<ActionResult> {
  const body = { ...(language !== '' && { language }), ...(country !== '' && { country }) };
  const options = { query: { page, page_size: WAITING_LEADS_PER_PAGE }, body };
  const key = staffKeys.waitingLeads({ page, language, country });
  const target = { key, name: 'team.waiting_users', options, max: MAX_WAITING_PAGES } as const;
  return fetchInto(session, peopleCalls, target, ({ results, ...about }) => ({ rows: results, about }));
}

/** Login links that employees create for people, and their confirmation by a manager. */
function linkActions(
  session: Session,
  pull: () => void,
): Pick<StaffActions, 'makeLink' | 'linkRequests' | 'answerLinkRequest'> {
  return {
    makeLink: async (user_id) => {
      const name = 'accounts.make_link';
      const result = await sendAuthenticated(session, untypedCall(registrationCalls, name), { query: { user_id } });
      const parsed = parseReply(result, registrationCalls[name].reply);
      return parsed.ok ? { ok: true, ...parsed.body } : parsed;
    },
    linkRequests: async () => {
      const name = 'accounts.link_requests';
      const result = await sendAuthenticated(session, untypedCall(registrationCalls, name));
      const parsed = parseReply(result, registrationCalls[name].reply);
      return parsed.ok ? { ok: true, results: parsed.body } : parsed;
    },
    answerLinkRequest: async (id, confirm) => {
      const call = untypedCall(registrationCalls, 'accounts.answer_link_request');
      const done = toActionResult(await sendAuthenticated(session, call, { body: { id, confirm } }));
      if (done.ok) pull();
      return done;
    },
  };
}

/** Actions of employees. They need the network. */
export function staffActions(session: Session, pull: () => void): StaffActions {
  return {
    ...employeeActions(session, pull),
    ...accountingActions(session),
    ...adminActions(session, pull),
    ...statisticsActions(session),
    ...linkActions(session, pull),
    ...bulkActions(session, pull),
    fetchPeople: (filters) => fetchPeople(session, filters),
    fetchWaitingLeads: (query) => fetchWaitingLeads(session, query),
    fetchChoices: () =>
      fetchInto(session, peopleCalls, { key: staffKeys.choices, name: 'team.structure_choices' }, (body) => ({
        rows: [body],
      })),
    fetchTags: () =>
      fetchInto(session, peopleCalls, { key: staffKeys.tags, name: 'people.tags_groups' }, (body) => ({ rows: body })),
    fetchPerson: (id) => {
      const target = { key: staffKeys.person(id), name: 'people.details', options: { body: { user_id: id } } } as const;
      return fetchInto(session, peopleCalls, target, ({ user }) => ({ rows: [user] }));
    },
    fetchPartner: (id) => {
      const options = { body: { user_id: id } };
      const target = { key: staffKeys.partner(id), name: 'partners.details', options } as const;
      return fetchInto(session, partnerCalls, target, ({ commission }) => ({ rows: commission ? [commission] : [] }));
    },
    fetchFinishedTasks: (id) => {
      const options = { query: { page: 1, page_size: PAGE_SIZE }, body: { user_id: id } };
      return fetchInto(
        session,
        peopleCalls,
        { key: staffKeys.done(id), name: 'team.completed_tasks', options },
        (body) => ({
          rows: Array.isArray(body) ? body : body.results,
        }),
      );
    },
    fetchActionLog: (id, page) => {
      const options = { query: { page, page_size: LOG_PAGE_SIZE }, body: { user_id: id } };
      const target = { key: staffKeys.log(id, page), name: 'people.action_logs', options } as const;
      return fetchInto(session, peopleCalls, target, ({ results, ...about }) => ({ rows: results, about }));
    },
  };
}

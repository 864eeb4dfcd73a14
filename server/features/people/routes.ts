import { uuidv7 } from 'uuidv7';
import type { Choice } from '../../../contract/api-calls/choices.ts';
import type { CallBody } from '../../../contract/api-calls/index.ts';
import type { peopleCalls } from '../../../contract/api-calls/people.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { Refused } from '../../../contract/errors.ts';
import { personStatuses } from '../../../contract/filter-values.ts';
import type { CallerContext, CallHandlers } from '../../handlers.ts';
import { pageEnvelope, pageSpan, wholeOrPage } from '../../http/paging.ts';
import { toWriteInput, withEtag } from '../../sync/rest-adapter.ts';
import { teamMateById } from '../employees/repository.ts';
import { changeMatchingPeople, changePeople } from './bulk.ts';
import { createLeadHandler } from './create.ts';
import { editPersonHandler } from './edit.ts';
import { readNewestPersonEvents } from './timeline-repository.ts';
import { giveLeadHandler } from './assign.ts';
import { columnNames, statusNames } from './labels.ts';
import {
  listColleagues,
  listActions,
  listCompletedTasks,
  listPeopleInCare,
  listWaitingPeople,
  structureValues,
} from './list-repository.ts';
import { removeLeadHandler } from './remove.ts';
import { personById } from './repository.ts';
import { readTagGroups } from './tags.ts';
import { claimLead } from './claim.ts';
import { activateLeadHandler, closeLeadHandler, rejectLeadHandler, reopenLeadHandler } from './writes.ts';

type PeopleCalls = Pick<CallHandlers, keyof typeof peopleCalls>;

const NEWEST = 50;

async function visiblePerson(context: CallerContext, id: string): Promise<Person> {
  const person = await personById(context, id);
  if (!person) throw new Refused('not_found');
  return person;
}

/** Returns a person in the caller's care, or an employee of the caller's team. */
async function visibleAccount(context: CallerContext, id: string): Promise<Person | Employee> {
  const account = (await personById(context, id)) ?? (await teamMateById(context, id));
  if (!account) throw new Refused('not_found');
  return account;
}

/** Changes the status with the handler of the corresponding queued write. */
async function changeStatus(
  context: CallerContext,
  person: Person,
  body: CallBody<'people.update_settings'>,
): Promise<void> {
  const { status, reason, text, duplicate_of } = body;
  if (status === undefined || status === person.status) return;
  const at = body.at ?? context.received_at;
  const illegalStep = () => new Refused('lead_state', { state: person.status, asked: status });
  switch (status) {
    case 'active':
      await activateLeadHandler(context, toWriteInput<'lead.activate'>(context, person.id, { at }));
      return;
    case 'not_active': {
      if (reason === undefined) throw illegalStep();
      const args = { reason, text, duplicate_of, at };
      await closeLeadHandler(context, toWriteInput<'lead.close'>(context, person.id, args));
      return;
    }
    case 'processing':
      if (person.status !== 'not_active') throw illegalStep();
      await reopenLeadHandler(context, toWriteInput<'lead.reopen'>(context, person.id, { at }));
      return;
    case 'waiting':
      throw illegalStep();
  }
}

async function assignPerson(context: CallerContext, body: CallBody<'people.assign'>): Promise<{ ok: true }> {
  const { user_id, consultant_id: to_id, note, force, reason } = body;
  const optionalFields = { ...(force !== undefined && { force }), ...(reason !== undefined && { reason }) };
  const args = { to_id, to_name: null, note, ...optionalFields, at: context.received_at };
  try {
    await giveLeadHandler(context, toWriteInput<'lead.give'>(context, user_id, args));
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'employee_required') throw error;
    throw new Refused(error.code, { consultant_id: error.code });
  }
  return { ok: true };
}

const choicesOf = (names: readonly string[]): Choice[] => names.map((value) => ({ value, label: value }));

export const peopleRoutes: PeopleCalls = {
  'team.structure_users': async (context, { query, body }) => {
    const { language } = context.caller.user;
    const groups = await readTagGroups(context);
    const { totals, ...page } = await listPeopleInCare(context, query, body, groups, pageSpan(query));
    return {
      ...pageEnvelope(query, page),
      ...totals,
      columns: Object.entries(columnNames).map(([key, words]) => ({ key, label: words[language] })),
      tags_groups_columns: groups.map(({ id, name }) => ({ key: id, label: name })),
    };
  },
  'team.structure_choices': async (context) => {
    const { language } = context.caller.user;
    const { languages, countries, responsible } = await structureValues(context);
    const groups = await readTagGroups(context);
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
    const languageNames = new Intl.DisplayNames(language, { type: 'language' });
    return {
      statuses: personStatuses.map((value) => ({ value, label: statusNames[value][language] })),
      languages: languages.map(({ language: value }) => ({ value, label: languageNames.of(value) ?? value })),
      countries: countries.map(({ country }) => ({ value: country ?? '', label: names.of(country ?? '') ?? '' })),
      responsible: responsible.map(({ responsible_id, name }) => ({ value: responsible_id ?? '', label: name })),
      colleagues: (await listColleagues(context)).map(({ id, name }) => ({ value: id, label: name })),
      tags: choicesOf(groups.flatMap((group) => group.tags.map(({ name }) => name))),
      groups: choicesOf(groups.map(({ name }) => name)),
    };
  },
  'team.waiting_users': async (context, { query, body }) =>
    pageEnvelope(query, await listWaitingPeople(context, { search: query.search, ...body }, pageSpan(query))),
  'team.reject_user': async (context, { body: { user_id, reason, text } }) => {
    const args = { reason, text, at: context.received_at };
    await rejectLeadHandler(context, toWriteInput<'lead.reject'>(context, user_id, args));
    return { ok: true };
  },
  'team.completed_tasks': async (context, { query, body: { user_id } }) => {
    await visiblePerson(context, user_id);
    return wholeOrPage(query, (span) => listCompletedTasks(context, user_id, query.search, span));
  },
  'people.details': async (context, { body: { user_id } }) => ({
    user: withEtag<Person | Employee>(context, await visibleAccount(context, user_id)),
    events: await readNewestPersonEvents(context, user_id, NEWEST),
  }),
  'people.action_logs': async (context, { query, body: { user_id } }) => {
    await visibleAccount(context, user_id);
    return pageEnvelope(query, await listActions(context, user_id, query.search, pageSpan(query)));
  },
  'people.remove': async (context, { body: { user_id, typed_name } }) => {
    const args = { typed_name, at: context.received_at };
    await removeLeadHandler(context, toWriteInput<'lead.remove'>(context, user_id, args));
    return { ok: true };
  },
  'people.create_lead': async (context, { body: { id = uuidv7(), ...fields } }) => {
    const args = { ...fields, at: context.received_at };
    return withEtag<Person>(
      context,
      (await createLeadHandler(context, toWriteInput<'lead.create'>(context, id, args))).row,
    );
  },
  'people.give': (context, { body }) => assignPerson(context, body),
  'people.assign': (context, { body }) => assignPerson(context, body),
  'people.bulk': (context, { body }) => changePeople(context, body),
  'people.bulk_filtered': (context, { body }) => changeMatchingPeople(context, body),
  'people.update_settings': async (context, { body }) => {
    const person = await visiblePerson(context, body.user_id);
    await changeStatus(context, person, body);
    const { tags, groups } = body;
    const patch = { ...(tags && { tags }), ...(groups && { groups }) };
    if (tags ?? groups) await editPersonHandler(context, toWriteInput<'person.edit'>(context, person.id, patch));
    return withEtag<Person>(context, await visiblePerson(context, person.id));
  },
  'people.tags_groups': (context) => readTagGroups(context),
  'people.new_lead_task': async (context, { body }) => {
    const { user_id, start_in, type, task_id = uuidv7() } = body;
    const claimRequest = {
      person_id: user_id,
      task_id,
      start_in,
      type,
      asked_at: context.received_at,
      confirmed: false,
    };
    const { task, isNewTask } = await claimLead(context, claimRequest);
    const user = await visiblePerson(context, user_id);
    if (!task) throw new Refused('lead_state', { state: user.status });
    return { task, user, is_new: isNewTask };
  },
};

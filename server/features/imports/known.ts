import { sql } from 'kysely';
import type { KnownPerson } from '../../../contract/imports/changes.ts';
import type { ExistingData } from '../../../contract/imports/plan.ts';
import type { ParsedRow } from '../../../contract/imports/rows.ts';
import { cellText } from '../../../contract/imports/cells.ts';
import { isManager } from '../../../contract/roles.ts';
import type { HandlerContext } from '../../handlers.ts';
import { parsePhone } from '../../../contract/written-phone.ts';
import { hasEmployeeRole, notRemovedOrBlocked } from '../contacts/visible.ts';
import { readTagGroups } from '../people/tags.ts';
import { isInCareOfCaller } from '../people/visible.ts';

/** Whether an employee may create tags and groups through an import. */
export const mayCreateTags = ({ caller }: HandlerContext): boolean => isManager(caller.user);

/** Returns the distinct values of a field in the rows, as one query parameter. */
const valuesOf = (rows: readonly ParsedRow[], field: 'phone' | 'email' | 'external_id' | 'referrer_promo') =>
  JSON.stringify([...new Set(rows.flatMap(({ values }) => values[field] ?? []))]);

const selectValues = (values: string) => sql`(select jsonb_array_elements_text(${values}::jsonb))`;

/** Finds the people who have one of the phone numbers, email addresses or external ids of the rows. */
async function knownPeople(
  { tx, scope, caller }: HandlerContext,
  rows: readonly ParsedRow[],
  source: string,
): Promise<KnownPerson[]> {
  const externalId = sql`(select x.external_id from external_ids x where x.scope = u.scope and x.user_id = u.id
    and x.source = ${source} order by x.external_id limit 1)`;
  const { rows: people } = await sql<KnownPerson>`select u.id, ${isInCareOfCaller(caller, 'u')} as may_edit,
      (u.password_hash is not null) as has_login, u.first_name, u.last_name, coalesce(u.middle_name, '') as middle_name,
      u.phone, u.email, u.country, coalesce(u.city, '') as city, u.language, u.date_birth, u.gender, u.telegram,
      u.work_zone, u.notes, u.tags, u.groups, u.status, u.responsible_id, ${externalId} as external_id
    from users u where u.scope = ${scope} and u.deleted_at is null and u.id in (
      select p.id from users p where p.scope = ${scope} and p.deleted_at is null
        and p.phone in ${selectValues(valuesOf(rows, 'phone'))}
      union select p.id from users p where p.scope = ${scope} and p.deleted_at is null
        and p.email in ${selectValues(valuesOf(rows, 'email'))}
      union select x.user_id from external_ids x where x.scope = ${scope} and x.source = ${source}
        and x.external_id in ${selectValues(valuesOf(rows, 'external_id'))})`.execute(tx);
  return people;
}

interface Assignable {
  id: string;
  email: string | null;
  phone: string | null;
  free: number;
}

/**
 * Returns the employees to whom the caller can assign people: the caller, for a manager the team, and for an admin
 * everyone.
 */
function readAssignable({ tx, scope, caller, received_at }: HandlerContext): Promise<Assignable[]> {
  const { user_id, user, is_manager } = caller;
  return tx
    .selectFrom('users as u')
    .select(['u.id', 'u.email', 'u.phone'])
    .select(
      sql<number>`(u.daily_limit - (select count(*) from lead_claims t where t.scope = u.scope and t.user_id = u.id
        and t.counts_until > ${received_at}::timestamptz))::int`.as('free'),
    )
    .where('u.scope', '=', scope)
    .where(hasEmployeeRole('u'))
    .where(notRemovedOrBlocked('u'))
    .where(
      sql<boolean>`(u.id = ${user_id} or (${is_manager}::boolean and u.responsible_id = ${user_id}) or ${user.is_superuser}::boolean)`,
    )
    .execute();
}

/** Returns the members who can be the referrer of new people, by their promo code. */
async function readReferrers({ tx, scope }: HandlerContext, rows: readonly ParsedRow[]): Promise<Map<string, string>> {
  const members = await tx
    .selectFrom('users as u')
    .select(['u.id', 'u.promo_code'])
    .where('u.scope', '=', scope)
    .where(sql<boolean>`u.promo_code in ${selectValues(valuesOf(rows, 'referrer_promo').toUpperCase())}`)
    .where(notRemovedOrBlocked('u'))
    .execute();
  return new Map(members.map(({ id, promo_code }) => [promo_code!, id]));
}

function createPersonFinder(people: readonly KnownPerson[]): ExistingData['person'] {
  const found = new Map<string, KnownPerson>();
  for (const person of people)
    for (const by of ['phone', 'email', 'external_id'] as const)
      if (person[by] !== null) found.set(`${by}:${person[by]}`, person);
  return (by, value) => found.get(`${by}:${value}`) ?? null;
}

/** Reads the stored data with which a plan is compared, limited to what the caller may use. */
export async function loadExistingData(
  context: HandlerContext,
  rows: readonly ParsedRow[],
  source: string,
): Promise<ExistingData> {
  const { caller } = context;
  const person = createPersonFinder(await knownPeople(context, rows, source));
  const employees = await readAssignable(context);
  const promoCodes = await readReferrers(context, rows);
  const groups = mayCreateTags(context) ? null : await readTagGroups(context);
  return {
    person,
    employee: (text) => {
      const normalized = cellText(text).toLowerCase();
      const phone = parsePhone(text, [caller.user.country]);
      const isNamed = ({ id, email, phone: own }: Assignable) =>
        id === normalized || email === normalized || (own !== null && own === phone);
      return employees.find(isNamed) ?? null;
    },
    referrer: (code) => promoCodes.get(code.toUpperCase()) ?? null,
    tags: groups && new Set(groups.flatMap(({ tags }) => tags.map(({ name }) => name))),
    groups: groups && new Set(groups.map(({ name }) => name)),
    importer: { id: caller.user_id, language: caller.user.language },
  };
}

import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Changes } from '../../../contract/imports/changes.ts';
import type { Issue } from '../../../contract/imports/fields.ts';
import type { NewPerson } from '../../../contract/imports/plan.ts';
import { personSearchText } from '../../../contract/search/lines.ts';
import type { User } from '../../db/tables.ts';
import type { HandlerContext } from '../../handlers.ts';
import { nextFieldRevs } from '../../sync/merge.ts';
import { addCreatedEvents, insertPeople, type PersonRow } from '../people/insert-people.ts';
import { lockUsers } from '../people/lock.ts';
import type { Import, StoredRow } from './repository.ts';

/** The result of importing a row. */
interface WrittenRow {
  index: number;
  person_id: string;
  rev: number;
  before: Record<string, unknown> | null;
}

interface FailedRow {
  index: number;
  issues: Issue[];
}

export interface BatchResult {
  written: WrittenRow[];
  failed: FailedRow[];
}

type CreateRow = StoredRow & { values: NewPerson };
type UpdateRow = StoredRow & { values: Changes };

function personOf({ values }: CreateRow, { caller, received_at }: HandlerContext): PersonRow {
  const { external_id: _, note = '', registered_at = received_at, ...given } = values;
  return {
    id: uuidv7(),
    first_name: given.first_name ?? '',
    last_name: given.last_name ?? '',
    middle_name: given.middle_name ?? null,
    phone: given.phone ?? null,
    email: given.email ?? null,
    country: given.country ?? null,
    city: given.city ?? null,
    language: given.language ?? caller.user.language,
    date_birth: given.date_birth ?? null,
    gender: given.gender ?? null,
    telegram: given.telegram ?? null,
    work_zone: given.work_zone ?? '',
    notes: note,
    tags: given.tags ?? [],
    groups: given.groups ?? [],
    created_at: registered_at,
    status: given.status,
    responsible_id: given.responsible_id,
    waiting_since: given.status === 'waiting' ? received_at : null,
    referrer_id: given.referrer_id,
    time_zone: caller.time_zone,
    source: 'import',
  };
}

/** Stores the ids that people have in the system from which they were exported. */
async function saveExternalIds(
  { tx, scope }: HandlerContext,
  source: string,
  ids: readonly { external_id: string; user_id: string }[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto('external_ids')
    .values(ids.map((id) => ({ ...id, scope, source })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const takenContactIssues = ({ values }: StoredRow): Issue[] => [
  'phone' in values ? { field: 'phone', code: 'phone_in_use' } : { field: 'email', code: 'email_in_use' },
];

async function createPeople(
  context: HandlerContext,
  { settings, filename }: Import,
  rows: readonly CreateRow[],
): Promise<BatchResult> {
  const people = rows.map((row) => ({ row, person: personOf(row, context) }));
  const insertedIds = await insertPeople(
    context,
    people.map(({ person }) => person),
  );
  const created = people.filter(({ person }) => insertedIds.has(person.id));
  const failed = people.filter(({ person }) => !insertedIds.has(person.id));
  const events = created.map(({ person }) => ({ person_id: person.id, detail: { source: 'import', file: filename } }));
  await addCreatedEvents(context, context.caller.user_id, events);
  const externalIds = created.flatMap(({ row: { values }, person }) =>
    values.external_id === undefined ? [] : [{ external_id: values.external_id, user_id: person.id }],
  );
  await saveExternalIds(context, settings.source, externalIds);
  const rev = created.length > 0 ? await context.nextRev() : 0;
  return {
    written: created.map(({ row: { index }, person }) => ({ index, person_id: person.id, rev, before: null })),
    failed: failed.map(({ row }) => ({ index: row.index, issues: takenContactIssues(row) })),
  };
}

/**
 * Maps those phone numbers and email addresses in the rows that are now in use to the id of the person who has them.
 */
async function takenContacts({ tx, scope }: HandlerContext, rows: readonly UpdateRow[]): Promise<Map<string, string>> {
  const phones = rows.flatMap(({ values }) => values.phone ?? []);
  const emails = rows.flatMap(({ values }) => values.email ?? []);
  if (phones.length + emails.length === 0) return new Map();
  const owners = await tx
    .selectFrom('users')
    .select(['id', 'phone', 'email'])
    .where('scope', '=', scope)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('phone', 'in', [...phones, '']), eb('email', 'in', [...emails, ''])]))
    .execute();
  return new Map(
    owners.flatMap(({ id, phone, email }) => [phone, email].flatMap((of) => (of === null ? [] : [[of, id]]))),
  );
}

/** Columns of `users` that an import can change. */
const editableColumns = [
  ...([
    'first_name',
    'last_name',
    'middle_name',
    'phone',
    'email',
    'country',
    'city',
    'language',
    'date_birth',
  ] as const),
  ...(['gender', 'telegram', 'work_zone', 'notes', 'tags', 'groups', 'search', 'field_revs'] as const),
] as const;

export type EditedUser = Pick<User, 'id' | (typeof editableColumns)[number]>;

/** Writes the changed people in one statement, with the rev of this transaction. */
export async function updatePeople(
  { tx, scope, received_at, nextRev }: Omit<HandlerContext, 'caller'>,
  people: readonly EditedUser[],
): Promise<void> {
  if (people.length === 0) return;
  const rev = await nextRev();
  const assignments = sql.join(editableColumns.map((name) => sql`${sql.ref(name)} = v.${sql.ref(name)}`));
  await sql`update users u set ${assignments}, rev = ${rev}::bigint, updated_at = ${received_at}
    from jsonb_populate_recordset(null::users, ${JSON.stringify(people)}::jsonb) v
    where u.scope = ${scope} and u.id = v.id`.execute(tx);
}

/** Returns a person with changed values, and with the matching search text and the revs of the changed fields. */
export function withUserChanges(user: User, changes: Partial<User>, rev: number): EditedUser {
  const next = { ...user, ...changes };
  const values = Object.fromEntries(editableColumns.map((name) => [name, next[name]])) as Omit<EditedUser, 'id'>;
  const field_revs = nextFieldRevs(user.field_revs, changes, rev);
  return { ...values, id: user.id, search: personSearchText(next), field_revs };
}

async function auditEdits(
  { tx, scope, caller, received_at: at }: HandlerContext,
  import_id: string,
  rows: readonly UpdateRow[],
): Promise<void> {
  const entries = rows.map(({ person_id, values }) => ({
    scope,
    id: uuidv7(),
    at,
    action: 'person_edited',
    actor_id: caller.user_id,
    target_id: person_id,
    ip: null,
    request_id: null,
    detail: JSON.stringify({ fields: Object.keys(values), import_id }),
  }));
  if (entries.length > 0) await tx.insertInto('audit_log').values(entries).execute();
}

async function editPeople(context: HandlerContext, stored: Import, rows: readonly UpdateRow[]): Promise<BatchResult> {
  if (rows.length === 0) return { written: [], failed: [] };
  const users = await lockUsers(
    context,
    rows.map(({ person_id }) => person_id),
  );
  const owners = await takenContacts(context, rows);
  const isTaken = ({ values, person_id }: UpdateRow) =>
    [values.phone, values.email].some(
      (contact) => contact !== undefined && (owners.get(contact) ?? person_id) !== person_id,
    );
  const isGone = ({ person_id }: UpdateRow) => users.get(person_id!)?.deleted_at !== null;
  const [writable, failed] = [
    rows.filter((row) => !isTaken(row) && !isGone(row)),
    rows.filter((row) => isTaken(row) || isGone(row)),
  ];
  const rev = writable.length > 0 ? await context.nextRev() : 0;
  const written = writable.map(({ index, person_id, values: { external_id: _, ...changes } }) => {
    const user = users.get(person_id!)!;
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, user[name as keyof User]]));
    return { index, user: withUserChanges(user, changes as Partial<User>, rev), before };
  });
  await updatePeople(
    context,
    written.map(({ user }) => user),
  );
  const externalIds = writable.flatMap(({ values: { external_id }, person_id }) =>
    external_id === undefined ? [] : [{ external_id, user_id: person_id! }],
  );
  await saveExternalIds(context, stored.settings.source, externalIds);
  await auditEdits(context, stored.id, writable);
  return {
    written: written.map(({ index, user, before }) => ({ index, person_id: user.id, rev, before })),
    failed: failed.map((row) => ({
      index: row.index,
      issues: isTaken(row) ? takenContactIssues(row) : [{ field: null, code: 'no_match' }],
    })),
  };
}

/** Writes the people of a batch of rows, and stores the result of each row. */
export async function writeRows(context: HandlerContext, stored: Import, rows: readonly StoredRow[]): Promise<void> {
  const { tx, scope } = context;
  const updates = rows.filter(({ disposition }) => disposition === 'update') as UpdateRow[];
  const creates = rows.filter(({ disposition }) => disposition === 'create') as CreateRow[];
  // Updates come first because they lock people, which must happen before the transaction requests a revision.
  const results = [await editPeople(context, stored, updates), await createPeople(context, stored, creates)];
  const written = results.flatMap((result) => result.written);
  const failed = results.flatMap((result) => result.failed);
  if (written.length > 0)
    await sql`update import_rows r set person_id = v.person_id, rev = v.rev, before = v.before
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as v(index int, person_id text, rev bigint, before jsonb)
      where r.scope = ${scope} and r.import_id = ${stored.id} and r.index = v.index`.execute(tx);
  if (failed.length > 0)
    await sql`update import_rows r set disposition = 'error', issues = v.issues
      from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb) as v(index int, issues jsonb)
      where r.scope = ${scope} and r.import_id = ${stored.id} and r.index = v.index`.execute(tx);
}

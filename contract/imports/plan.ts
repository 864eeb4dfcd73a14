import type { Disposition, PersonStatus } from '../filter-values.ts';
import type { ImportedPerson } from './cells.ts';
import { isWarning, type ImportField, type ImportSettings, type Issue } from './fields.ts';
import { hasErrors, type ParsedRow } from './rows.ts';
import { changesOf, type Changes, type KnownPerson } from './changes.ts';

export interface KnownEmployee {
  id: string;
  /** Number of further leads that the employee can receive today. */
  free: number;
}

/**
 * The existing data with which a plan is compared. On the server this is the database, on a phone only the part that is
 * mirrored.
 */
export interface ExistingData {
  person(by: 'phone' | 'email' | 'external_id', value: string): KnownPerson | null;
  /** Finds an employee to whom the caller can assign people, by id, email or phone. */
  employee(text: string): KnownEmployee | null;
  /**
   * Returns the id of the member with a promo code; null if there is none; undefined if promo codes cannot be looked up
   * here.
   */
  referrer(code: string): string | null | undefined;
  /**
   * The tags and groups that exist. Null if every name is accepted, because the existing names are not available here
   * or because the caller may create new ones.
   */
  tags: ReadonlySet<string> | null;
  groups: ReadonlySet<string> | null;
  /** The employee who runs the import. */
  importer: { id: string; language: 'ru' | 'en' | 'de' };
}

/** A person to be created. */
export interface NewPerson extends Omit<ImportedPerson, 'responsible' | 'referrer_promo'> {
  status: PersonStatus;
  responsible_id: string | null;
  referrer_id: string | null;
}

/** What an import does with one row. The run follows the plan without changes. */
export interface PlanRow {
  index: number;
  line: number;
  disposition: Disposition;
  /**
   * The existing person whom the row updates or conflicts with; null if there is none or if the caller may not see
   * them.
   */
  person: { id: string; name: string } | null;
  /** All values of the new person (`create`), or only the changed values (`update`). */
  values: NewPerson | Changes;
  issues: Issue[];
}

export interface PlanCounts {
  total: number;
  create: number;
  update: number;
  unchanged: number;
  skipped: number;
  failed: number;
  /** Rows with warnings. */
  warnings: number;
}

/** State while the rows are planned one after another. */
interface Progress {
  known: ExistingData;
  settings: ImportSettings;
  /** For each phone number, email, external id and person that a row has claimed, the line of that row. */
  claimed: Map<string, number>;
  /** Number of leads that each employee has received so far. */
  received: Map<string, number>;
}

const keys = ['external_id', 'phone', 'email'] as const;
type Key = (typeof keys)[number];

const toPlanRow = (
  { index, line, issues }: ParsedRow,
  disposition: Disposition,
  {
    person = null,
    values = {},
    furtherIssues = [],
  }: { person?: KnownPerson | null; values?: PlanRow['values']; furtherIssues?: Issue[] } = {},
): PlanRow => {
  const name =
    person && person.may_edit ? { id: person.id, name: `${person.first_name} ${person.last_name}`.trim() } : null;
  return { index, line, disposition, person: name, values, issues: [...issues, ...furtherIssues] };
};

/** Returns an issue if an earlier row of the file has the same external id, phone or email. */
function findDuplicate({ values }: ParsedRow, { claimed }: Progress): Issue | null {
  for (const key of keys) {
    const line = values[key] === undefined ? undefined : claimed.get(`${key}:${values[key]}`);
    if (line !== undefined) return { field: key, code: 'duplicate_in_file', line };
  }
  return null;
}

function claimKeys({ values, line }: ParsedRow, person: KnownPerson | null, { claimed }: Progress): void {
  for (const key of keys) if (values[key] !== undefined) claimed.set(`${key}:${values[key]}`, line);
  if (person) claimed.set(`person:${person.id}`, line);
}

const inUseIssue = (field: Key): Issue => ({ field, code: field === 'email' ? 'email_in_use' : 'phone_in_use' });

type Match = { person: KnownPerson; by: Key } | { error: Issue; person: KnownPerson | null } | null;

/** Finds the existing person to whom a row belongs, by external id, then phone, then email. */
function findMatch({ values }: ParsedRow, { known }: Progress): Match {
  let match: { person: KnownPerson; by: Key } | null = null;
  for (const by of keys) {
    const value = values[by];
    const person = value === undefined ? null : known.person(by, value);
    if (!person) continue;
    // The caller may learn only that this person exists, because someone else is responsible for them.
    if (!person.may_edit) return { error: inUseIssue(by), person: null };
    if (match && match.person.id !== person.id)
      return { error: { field: by, code: 'ambiguous' }, person: match.person };
    match ??= { person, by };
  }
  return match;
}

function planUpdate(row: ParsedRow, person: KnownPerson, by: Key, progress: Progress): PlanRow {
  const { settings, claimed } = progress;
  const earlierLine = claimed.get(`person:${person.id}`);
  if (earlierLine !== undefined)
    return toPlanRow(row, 'error', {
      person,
      furtherIssues: [{ field: by, code: 'duplicate_in_file', line: earlierLine }],
    });
  const { changes, issues } = changesOf(row.values, person);
  const hasChanges = Object.keys(changes).length > 0;
  if (settings.mode === 'create' && settings.choices[row.index] !== 'update') {
    if (!hasChanges || by === 'external_id')
      return toPlanRow(row, 'skip', { person, furtherIssues: [{ field: by, code: 'already_there' }] });
    return toPlanRow(row, 'error', { person, furtherIssues: [inUseIssue(by)] });
  }
  claimKeys(row, person, progress);
  if (!hasChanges) return toPlanRow(row, 'unchanged', { person, furtherIssues: issues });
  return toPlanRow(row, 'update', { person, values: changes, furtherIssues: issues });
}

interface Owner {
  issues: Issue[];
  status: PersonStatus;
  responsible_id: string | null;
}

/**
 * Finds the status and the responsible employee of a new person. Warns if the person exceeds the employee's daily
 * limit.
 */
function ownerOf(row: ParsedRow, { known, received, settings }: Progress): Owner {
  const { responsible, status: given } = row.values;
  const chosen = given ?? (settings.defaults.status as PersonStatus | undefined);
  if (responsible === undefined) {
    const status = chosen ?? 'waiting';
    return { issues: [], status, responsible_id: status === 'waiting' ? null : known.importer.id };
  }
  const employee = known.employee(responsible);
  if (!employee)
    return {
      issues: [{ field: 'responsible', code: 'responsible_unknown' }],
      status: 'waiting',
      responsible_id: null,
    };
  const status = chosen === undefined || chosen === 'waiting' ? 'processing' : chosen;
  const issues: Issue[] = given === 'waiting' ? [{ field: 'status', code: 'status_with_owner' }] : [];
  if (status === 'processing') {
    const count = (received.get(employee.id) ?? 0) + 1;
    received.set(employee.id, count);
    if (count > employee.free) issues.push({ field: 'responsible', code: 'over_limit' });
  }
  return { issues, status, responsible_id: employee.id };
}

/** Returns an issue for each required value that a new person lacks. */
function missingValueIssues({ first_name, phone, email }: ImportedPerson, issues: readonly Issue[]): Issue[] {
  const hasIssue = (field: ImportField) => issues.some((issue) => issue.field === field);
  const isReachable = phone !== undefined || email !== undefined || hasIssue('phone') || hasIssue('email');
  return [
    ...(first_name === undefined && !hasIssue('first_name')
      ? [{ field: 'first_name', code: 'required' } as const]
      : []),
    ...(isReachable ? [] : [{ field: 'phone', code: 'phone_or_email' } as const]),
  ];
}

function planCreate(row: ParsedRow, progress: Progress): PlanRow {
  const { known, settings } = progress;
  const missing = missingValueIssues(row.values, row.issues);
  if (missing.length > 0) return toPlanRow(row, 'error', { furtherIssues: missing });
  const { responsible: _, referrer_promo, ...values } = row.values;
  const { issues, status, responsible_id } = ownerOf(row, progress);
  const referrer_id = referrer_promo === undefined ? undefined : known.referrer(referrer_promo);
  if (referrer_id === null) issues.push({ field: 'referrer_promo', code: 'promo_unknown' });
  if (hasErrors(issues)) return toPlanRow(row, 'error', { furtherIssues: issues });
  claimKeys(row, null, progress);
  const { country, language } = settings.defaults;
  const person: NewPerson = {
    ...(country !== undefined && { country }),
    ...values,
    language: values.language ?? (language as NewPerson['language']) ?? known.importer.language,
    status,
    responsible_id,
    referrer_id: referrer_id ?? null,
  };
  return toPlanRow(row, 'create', { values: person, furtherIssues: issues });
}

/** Returns an issue for each field with tags or groups that do not exist and that the caller may not create. */
function unknownNameIssues({ values }: ParsedRow, { known }: Progress): Issue[] {
  return (['tags', 'groups'] as const).flatMap((field) => {
    const names = known[field];
    const isUnknown = names !== null && values[field]?.some((name) => !names.has(name));
    return isUnknown ? [{ field, code: 'tag_unknown' } as const] : [];
  });
}

function planRow(row: ParsedRow, progress: Progress): PlanRow {
  const { settings } = progress;
  if (settings.choices[row.index] === 'skip')
    return toPlanRow({ ...row, issues: [] }, 'skip', { furtherIssues: [{ field: null, code: 'left_out' }] });
  const unknown = unknownNameIssues(row, progress);
  const match = findMatch(row, progress);
  if (hasErrors([...row.issues, ...unknown])) {
    const missing = settings.mode === 'update' || match ? [] : missingValueIssues(row.values, row.issues);
    return toPlanRow(row, 'error', { furtherIssues: [...unknown, ...missing] });
  }
  const duplicate = findDuplicate(row, progress);
  if (duplicate) return toPlanRow(row, 'error', { furtherIssues: [duplicate] });
  if (match && 'error' in match) return toPlanRow(row, 'error', { person: match.person, furtherIssues: [match.error] });
  if (match) return planUpdate(row, match.person, match.by, progress);
  if (settings.mode === 'update') return toPlanRow(row, 'skip', { furtherIssues: [{ field: null, code: 'no_match' }] });
  return planCreate(row, progress);
}

/**
 * Decides what an import does with each row. If several rows have the same phone, email or external id, the first one
 * that can be imported is used, and the others are errors. The result depends only on the arguments, so that a preview
 * and the following run have the same result.
 */
export function planRows(rows: readonly ParsedRow[], settings: ImportSettings, known: ExistingData): PlanRow[] {
  const progress: Progress = { known, settings, claimed: new Map(), received: new Map() };
  return rows.map((row) => planRow(row, progress));
}

/** Counts the rows of a plan. */
export function planCounts(rows: readonly Pick<PlanRow, 'disposition' | 'issues'>[]): PlanCounts {
  const count = (disposition: Disposition) => rows.filter((planned) => planned.disposition === disposition).length;
  const isImported = ({ disposition }: Pick<PlanRow, 'disposition'>) =>
    disposition !== 'error' && disposition !== 'skip';
  return {
    total: rows.length,
    create: count('create'),
    update: count('update'),
    unchanged: count('unchanged'),
    skipped: count('skip'),
    failed: count('error'),
    warnings: rows.filter((planned) => isImported(planned) && planned.issues.some(({ code }) => isWarning(code)))
      .length,
  };
}

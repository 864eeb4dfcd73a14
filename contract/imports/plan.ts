import type { Disposition, PersonStatus } from '../filter-values.ts';
import type { ImportedPerson } from './cells.ts';
import { isWarning, type ImportField, type ImportSettings, type Issue } from './fields.ts';
import { hasErrors, type ReadRow } from './rows.ts';
import { changesOf, type Changes, type KnownPerson } from './changes.ts';

export interface KnownEmployee {
  id: string;
  /** How many more leads the employee can receive today. */
  free: number;
}

/** What the plan is compared with: the database of the server, or what the phone has of it. */
export interface Known {
  person(by: 'phone' | 'email' | 'external_id', value: string): KnownPerson | null;
  /** Finds an employee to whom the caller can assign people, by id, email or phone. */
  employee(text: string): KnownEmployee | null;
  /** Returns the id of the member with a promo code; undefined if promo codes are not known here. */
  referrer(code: string): string | null | undefined;
  /** The tags and groups that people can have; null if they are not known here, or if missing ones are created. */
  tags: ReadonlySet<string> | null;
  groups: ReadonlySet<string> | null;
  /** The employee who imports. */
  importer: { id: string; language: 'ru' | 'en' | 'de' };
}

/** A person to be created. */
export interface NewPerson extends Omit<ImportedPerson, 'responsible' | 'referrer_promo'> {
  status: PersonStatus;
  responsible_id: string | null;
  referrer_id: string | null;
}

/** What an import does with one row. The run executes exactly this. */
export interface PlanRow {
  index: number;
  line: number;
  disposition: Disposition;
  /** The person who is updated, or in whose way the row is, if the caller may see them. */
  person: { id: string; name: string } | null;
  /** Values of the new person (`create`), or the changed ones (`update`). */
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

/** State of the plan while the rows are gone through in order. */
interface Progress {
  known: Known;
  settings: ImportSettings;
  /** The line that first had a phone number, email, external id or person. */
  claimed: Map<string, number>;
  /** How many leads each employee has received so far. */
  received: Map<string, number>;
}

const keys = ['external_id', 'phone', 'email'] as const;
type Key = (typeof keys)[number];

const row = (
  { index, line, issues }: ReadRow,
  disposition: Disposition,
  {
    person = null,
    values = {},
    more = [],
  }: { person?: KnownPerson | null; values?: PlanRow['values']; more?: Issue[] } = {},
): PlanRow => {
  const name =
    person && person.may_edit ? { id: person.id, name: `${person.first_name} ${person.last_name}`.trim() } : null;
  return { index, line, disposition, person: name, values, issues: [...issues, ...more] };
};

/** The first key of a row that an earlier row of the file has too. */
function duplicateOf({ values }: ReadRow, { claimed }: Progress): Issue | null {
  for (const key of keys) {
    const line = values[key] === undefined ? undefined : claimed.get(`${key}:${values[key]}`);
    if (line !== undefined) return { field: key, code: 'duplicate_in_file', line };
  }
  return null;
}

function claim({ values, line }: ReadRow, person: KnownPerson | null, { claimed }: Progress): void {
  for (const key of keys) if (values[key] !== undefined) claimed.set(`${key}:${values[key]}`, line);
  if (person) claimed.set(`person:${person.id}`, line);
}

const inUse = (field: Key): Issue => ({ field, code: field === 'email' ? 'email_in_use' : 'phone_in_use' });

type Match = { person: KnownPerson; by: Key } | { error: Issue; person: KnownPerson | null } | null;

/** Finds the person of a row by external id, then phone, then email. */
function matchOf({ values }: ReadRow, { known }: Progress): Match {
  let match: { person: KnownPerson; by: Key } | null = null;
  for (const by of keys) {
    const value = values[by];
    const person = value === undefined ? null : known.person(by, value);
    if (!person) continue;
    // Someone whom the caller does not look after is only known to be there.
    if (!person.may_edit) return { error: inUse(by), person: null };
    if (match && match.person.id !== person.id)
      return { error: { field: by, code: 'ambiguous' }, person: match.person };
    match ??= { person, by };
  }
  return match;
}

function planUpdate(read: ReadRow, person: KnownPerson, by: Key, progress: Progress): PlanRow {
  const { settings, claimed } = progress;
  const earlier = claimed.get(`person:${person.id}`);
  if (earlier !== undefined)
    return row(read, 'error', { person, more: [{ field: by, code: 'duplicate_in_file', line: earlier }] });
  const { changes, issues } = changesOf(read.values, person);
  const hasChanges = Object.keys(changes).length > 0;
  if (settings.mode === 'create' && settings.choices[read.index] !== 'update') {
    if (!hasChanges || by === 'external_id')
      return row(read, 'skip', { person, more: [{ field: by, code: 'already_there' }] });
    return row(read, 'error', { person, more: [inUse(by)] });
  }
  claim(read, person, progress);
  if (!hasChanges) return row(read, 'unchanged', { person, more: issues });
  return row(read, 'update', { person, values: changes, more: issues });
}

interface Owner {
  issues: Issue[];
  status: PersonStatus;
  responsible_id: string | null;
}

/** Finds the employee for a new person, and warns if the person is more than the employee's limit for today. */
function ownerOf(read: ReadRow, { known, received, settings }: Progress): Owner {
  const { responsible, status: given } = read.values;
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

/** What a new person lacks. */
function missingIn({ first_name, phone, email }: ImportedPerson, issues: readonly Issue[]): Issue[] {
  const hasIssue = (field: ImportField) => issues.some((issue) => issue.field === field);
  const isReachable = phone !== undefined || email !== undefined || hasIssue('phone') || hasIssue('email');
  return [
    ...(first_name === undefined && !hasIssue('first_name')
      ? [{ field: 'first_name', code: 'required' } as const]
      : []),
    ...(isReachable ? [] : [{ field: 'phone', code: 'phone_or_email' } as const]),
  ];
}

function planCreate(read: ReadRow, progress: Progress): PlanRow {
  const { known, settings } = progress;
  const missing = missingIn(read.values, read.issues);
  if (missing.length > 0) return row(read, 'error', { more: missing });
  const { responsible: _, referrer_promo, ...values } = read.values;
  const { issues, status, responsible_id } = ownerOf(read, progress);
  const referrer_id = referrer_promo === undefined ? undefined : known.referrer(referrer_promo);
  if (referrer_id === null) issues.push({ field: 'referrer_promo', code: 'promo_unknown' });
  if (hasErrors(issues)) return row(read, 'error', { more: issues });
  claim(read, null, progress);
  const { country, language } = settings.defaults;
  const person: NewPerson = {
    ...(country !== undefined && { country }),
    ...values,
    language: values.language ?? (language as NewPerson['language']) ?? known.importer.language,
    status,
    responsible_id,
    referrer_id: referrer_id ?? null,
  };
  return row(read, 'create', { values: person, more: issues });
}

/** Tags and groups that do not exist and that the caller may not create. */
function unknownNames({ values }: ReadRow, { known }: Progress): Issue[] {
  return (['tags', 'groups'] as const).flatMap((field) => {
    const names = known[field];
    const isUnknown = names !== null && values[field]?.some((name) => !names.has(name));
    return isUnknown ? [{ field, code: 'tag_unknown' } as const] : [];
  });
}

function planRow(read: ReadRow, progress: Progress): PlanRow {
  const { settings } = progress;
  if (settings.choices[read.index] === 'skip')
    return row({ ...read, issues: [] }, 'skip', { more: [{ field: null, code: 'left_out' }] });
  const unknown = unknownNames(read, progress);
  const match = matchOf(read, progress);
  if (hasErrors([...read.issues, ...unknown])) {
    const missing = settings.mode === 'update' || match ? [] : missingIn(read.values, read.issues);
    return row(read, 'error', { more: [...unknown, ...missing] });
  }
  const duplicate = duplicateOf(read, progress);
  if (duplicate) return row(read, 'error', { more: [duplicate] });
  if (match && 'error' in match) return row(read, 'error', { person: match.person, more: [match.error] });
  if (match) return planUpdate(read, match.person, match.by, progress);
  if (settings.mode === 'update') return row(read, 'skip', { more: [{ field: null, code: 'no_match' }] });
  return planCreate(read, progress);
}

/**
 * Decides what an import does with each row. Of rows with the same phone, email or external id, the first one that can
 * be imported counts. The result depends on nothing but its arguments, so that a preview and the run that follows agree.
 */
export function planRows(rows: readonly ReadRow[], settings: ImportSettings, known: Known): PlanRow[] {
  const progress: Progress = { known, settings, claimed: new Map(), received: new Map() };
  return rows.map((read) => planRow(read, progress));
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

import { jsonEqual } from '../json-equal.ts';
import { MAX_TAGS } from '../values.ts';
import type { PersonStatus } from '../filter-values.ts';
import type { ImportedPerson } from './cells.ts';
import type { Issue } from './fields.ts';

/** The data of an existing person with which a plan compares a row. */
export interface KnownPerson {
  id: string;
  /** Whether the caller may edit this person. */
  may_edit: boolean;
  /** Whether the person has an account. If so, only the person can change phone and email. */
  has_login: boolean;
  first_name: string;
  last_name: string;
  middle_name: string;
  phone: string | null;
  email: string | null;
  country: string | null;
  city: string;
  language: string;
  date_birth: string | null;
  gender: string | null;
  telegram: string | null;
  work_zone: string;
  notes: string;
  tags: readonly string[];
  groups: readonly string[];
  status: PersonStatus;
  responsible_id: string | null;
  /** The person's id in the system that the file comes from; null if it is not known yet. */
  external_id: string | null;
}

const compared = [
  ...(['first_name', 'last_name', 'middle_name', 'phone', 'email', 'country', 'city', 'language'] as const),
  ...(['date_birth', 'gender', 'telegram', 'work_zone', 'external_id'] as const),
] as const;

/** Maximum length of the notes about a person. */
const MAX_NOTES_CHARS = 10_000;

/** The changed fields of a person, named like the columns of the database. */
export type Changes = Partial<Pick<ImportedPerson, (typeof compared)[number]>> & {
  notes?: string;
  tags?: string[];
  groups?: string[];
};

const mergeLists = (before: readonly string[], given: readonly string[]): string[] =>
  [...new Set([...before, ...given])].slice(0, MAX_TAGS);

/**
 * Returns how a row changes the person to whom it belongs. An empty cell changes nothing. Tags, groups and notes are
 * added to the existing ones. The status and the responsible employee do not change; a different status is reported as
 * a warning.
 */
export function changesOf(values: ImportedPerson, person: KnownPerson): { changes: Changes; issues: Issue[] } {
  const changes: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const field of compared) {
    if (values[field] === undefined || values[field] === person[field]) continue;
    const isLogin = person.has_login && (field === 'phone' || field === 'email');
    if (isLogin) issues.push({ field, code: 'contact_by_owner' });
    else changes[field] = values[field];
  }
  for (const field of ['tags', 'groups'] as const) {
    const next = mergeLists(person[field], values[field] ?? []);
    if (!jsonEqual(next, person[field])) changes[field] = next;
  }
  const { note, status } = values;
  if (note !== undefined && !person.notes.includes(note)) {
    const notes = person.notes === '' ? note : `${person.notes}\n${note}`;
    if (notes.length <= MAX_NOTES_CHARS) changes['notes'] = notes;
    else issues.push({ field: 'note', code: 'not_changed' });
  }
  if (status !== undefined && status !== person.status) issues.push({ field: 'status', code: 'not_changed' });
  return { changes, issues };
}

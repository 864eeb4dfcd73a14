import type { KnownPerson } from '../../contract/imports/changes.ts';
import type { ImportField, ImportSettings } from '../../contract/imports/fields.ts';
import { planRows, type ExistingData } from '../../contract/imports/plan.ts';
import { readRows } from '../../contract/imports/rows.ts';
import { parsePhone } from '../../contract/written-phone.ts';
import { settingsOf } from './import-files.ts';

export const ida: KnownPerson = {
  id: 'ida',
  may_edit: true,
  has_login: false,
  first_name: 'Ida',
  last_name: '',
  middle_name: '',
  phone: '+4915112340001',
  email: 'ida@example.org',
  country: null,
  city: '',
  language: 'de',
  date_birth: null,
  gender: null,
  telegram: null,
  work_zone: '',
  notes: 'old',
  tags: ['music'],
  groups: [],
  status: 'active',
  responsible_id: 'me',
  external_id: 'K-1',
};
const people: KnownPerson[] = [
  ida,
  {
    ...ida,
    id: 'otto',
    first_name: 'Otto',
    phone: '+4915112340002',
    email: 'otto@example.org',
    has_login: true,
    external_id: null,
  },
  { ...ida, id: 'hidden', phone: '+4915112340003', email: 'hidden@example.org', may_edit: false, external_id: null },
];
/** The stored data with which a planned import is compared. */
export const existingData: ExistingData = {
  person: (by, value) => people.find((person) => person[by] === value) ?? null,
  employee: (text) => (text === 'kim' ? { id: 'kim', free: 1 } : null),
  referrer: (code) => (code === 'ANNA7K2P' ? 'anna' : null),
  tags: new Set(['music', 'books']),
  groups: new Set(['Interests']),
  importer: { id: 'me', language: 'en' },
};
export const cellContext = {
  country: null,
  today: '2026-03-02',
  parsePhone: (written: string, country: string | null) => parsePhone(written, [country]),
};

export type Cells = Partial<Record<ImportField, string>>;

/** Returns the plan for the given rows, each of which maps fields to cells. */
export function planOf(rows: readonly Cells[], more: Partial<ImportSettings> = {}) {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))] as ImportField[];
  const file = {
    header: fields.map(() => ''),
    rows: rows.map((row, at) => ({ line: at + 2, cells: fields.map((field) => row[field] ?? '') })),
  };
  const settings = settingsOf(fields, more);
  return planRows(readRows(file, settings, cellContext), settings, existingData);
}

/** Returns the cells of a valid new person, with the given changes. */
export const personCells = (more: Cells): Cells => ({ first_name: 'Ann', email: 'ann@example.org', ...more });

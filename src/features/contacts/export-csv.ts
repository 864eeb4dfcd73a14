import type { I18n } from '@lingui/core';
import { csvLine } from '../../../contract/csv.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import { contactStatusLabels } from '../../components/contact/contact-labels.ts';
import { fieldLabel } from '../../components/field/field-labels.ts';
import { MAX_EMAILS, MAX_PHONES } from './form-draft.ts';

/** The byte order mark, without which spreadsheets do not read a file as UTF-8. */
const BOM = '\ufeff';

/**
 * The columns before those of the phone numbers and email addresses. The latter are one column for each number and
 * address that a contact may have.
 */
const nameColumns = ['first_name', 'last_name', 'middle_name'] as const;
const otherColumns = [
  'telegram',
  'city',
  'country',
  'address',
  'date_birth',
  'status',
  'category_id',
  'notes',
] as const;

const positions = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Returns the header line of the file. */
export function csvHead(i18n: I18n): string {
  const label = (name: string): string => i18n._(fieldLabel('contacts', name).label);
  const numberedColumns = (count: number, name: string): string[] =>
    positions(count).map((index) => (index === 0 ? label(name) : `${label(name)} ${index + 1}`));
  const heads = [
    ...nameColumns.map(label),
    ...numberedColumns(MAX_PHONES, 'phones'),
    ...numberedColumns(MAX_EMAILS, 'emails'),
  ];
  return BOM + csvLine([...heads, ...otherColumns.map(label)]);
}

/** Returns the CSV line of a contact. `category` is the name of its category, or null. */
export function csvContact(contact: Contact, category: string | null, i18n: I18n): string {
  const { phones, emails, telegram, city, country, address, date_birth, status, notes } = contact;
  return csvLine([
    ...nameColumns.map((name) => contact[name]),
    ...positions(MAX_PHONES).map((index) => phones[index]?.number ?? null),
    ...positions(MAX_EMAILS).map((index) => emails[index] ?? null),
    ...[telegram, city, country, address, date_birth, i18n._(contactStatusLabels[status]), category, notes],
  ]);
}

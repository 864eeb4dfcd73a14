import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { MAX_NAME_CHARS, maxChars } from '../../../contract/imports/fields.ts';
import type {
  Delimiter,
  Encoding,
  FileError,
  ImportField,
  ImportMode,
  ImportState,
  Issue,
  IssueCode,
  KeptReason,
} from '../../../contract/imports/fields.ts';
import type { MatchKind } from '../../../contract/imports/columns.ts';
import type { BadgeProps } from '../../ui/badge.tsx';
import type { RowFilter } from './search-params.ts';

export const fieldLabels: Record<ImportField, MessageDescriptor> = {
  first_name: msg`First name`,
  last_name: msg`Last name`,
  middle_name: msg`Middle name`,
  phone: msg`Phone`,
  email: msg`Email`,
  country: msg`Country`,
  city: msg`City`,
  language: msg`Language`,
  date_birth: msg`Date of birth`,
  gender: msg`Gender`,
  telegram: msg`Telegram`,
  status: msg`Status`,
  responsible: msg`Responsible employee`,
  referrer_promo: msg`Promo code of the referrer`,
  tags: msg`Tags`,
  groups: msg`Groups`,
  work_zone: msg`Work zone`,
  registered_at: msg`Registered on`,
  note: msg`Note`,
  external_id: msg`External ID`,
};

export const matchLabels: Record<MatchKind, MessageDescriptor> = {
  matched: msg`Matched`,
  likely: msg`Check this`,
  saved: msg`From last time`,
  none: msg`Not imported`,
};

export const matchTones: Record<MatchKind, NonNullable<BadgeProps['tone']>> = {
  matched: 'ok',
  likely: 'wait',
  saved: 'info',
  none: 'quiet',
};

export const modeLabels: Record<ImportMode, MessageDescriptor> = {
  create_update: msg`Create and update`,
  create: msg`Only create`,
  update: msg`Only update`,
};

export const encodingLabels: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'windows-1251': 'Windows-1251',
  'windows-1252': 'Windows-1252',
};

export const delimiterLabels: Record<Delimiter, MessageDescriptor> = {
  comma: msg`Comma`,
  semicolon: msg`Semicolon`,
  tab: msg`Tab`,
};

export const filterLabels: Record<RowFilter, MessageDescriptor> = {
  create: msg`Create`,
  update: msg`Update`,
  unchanged: msg`Unchanged`,
  skip: msg({ message: 'Skipped', context: 'rows of an import' }),
  error: msg`Errors`,
  warning: msg`Warnings`,
  changed: msg`Changed`,
};

/** Texts that explain why undoing an import has kept a person. */
export const keptLabels: Record<KeptReason, MessageDescriptor> = {
  changed: msg`Changed since the import`,
  worked_with: msg`Has tasks, calls or other history`,
  has_login: msg`Has an account now`,
  removed: msg`Was already removed`,
};

export const stateLabels: Record<ImportState, MessageDescriptor> = {
  uploaded: msg`Not checked yet`,
  previewed: msg`Not imported yet`,
  running: msg`Importing`,
  completed: msg`Imported`,
  completed_with_errors: msg`Imported with errors`,
  failed: msg`Stopped`,
  cancelled: msg({ message: 'Cancelled', context: 'import' }),
  reverting: msg`Being undone`,
  reverted: msg`Undone`,
};

export const stateTones: Record<ImportState, NonNullable<BadgeProps['tone']>> = {
  ...({ uploaded: 'quiet', previewed: 'quiet', cancelled: 'quiet', reverted: 'quiet' } as const),
  ...({ running: 'info', reverting: 'info', completed: 'ok' } as const),
  ...({ completed_with_errors: 'wait', failed: 'need' } as const),
};

/** Texts that explain why a file cannot be imported. */
export const fileErrorLabels: Record<FileError, MessageDescriptor> = {
  file_empty: msg`This file has no rows`,
  file_too_large: msg`This file is larger than 10 MB. Split it into several files`,
  file_not_csv: msg`This is not a CSV file. Save the table as CSV and choose that file`,
  file_encoding: msg`The characters of this file cannot be read. Save it as CSV in UTF-8`,
  file_too_many_rows: msg`This file has more than 20,000 rows. Split it into several files`,
  file_too_many_columns: msg`This file has more than 60 columns. Remove some of them`,
  file_cell_too_long: msg`A cell has more than 20,000 characters. Shorten it`,
  file_quotes: msg`A quotation mark is not closed, so the columns cannot be told apart`,
};

const issueLabels: Record<IssueCode, MessageDescriptor> = {
  required: msg`First name is empty`,
  phone_or_email: msg`Neither phone nor email`,
  too_long: msg`This text is too long`,
  control_characters: msg`This text has invisible characters`,
  formula: msg`This cell is a formula`,
  ragged: msg`This row has another number of columns`,
  phone_invalid: msg`Phone is incorrect`,
  phone_in_use: msg`Phone is already in use`,
  email_invalid: msg`Email is incorrect`,
  email_in_use: msg`Email is already in use`,
  duplicate_in_file: msg`Twice in this file`,
  country_unknown: msg`Country is not known. Write its name or a code such as DE`,
  language_unknown: msg`Language is not known. Write ru, en or de`,
  date_invalid: msg`Date is incorrect. Write it as 31/12/1990 or 1990-12-31`,
  value_unknown: msg`Gender is not known. Write m, f or x`,
  telegram_invalid: msg`Telegram name is incorrect. It needs 5 to 32 characters`,
  status_unknown: msg`Status is not known. Write Waiting, Processing, Active or Not active`,
  responsible_unknown: msg`No such employee in your team`,
  tag_too_long: msg`A tag has more than 40 characters`,
  too_many_tags: msg`More than 20 tags`,
  tag_unknown: msg`There is no such tag`,
  ambiguous: msg`Phone and email belong to different people`,
  over_limit: msg`More than the daily limit of this employee`,
  promo_unknown: msg`No one has this promo code`,
  note_cut: msg`The note is cut after 4,000 characters`,
  more_values: msg`Several values, only the first is imported`,
  status_with_owner: msg`Status becomes Processing, because there is a responsible employee`,
  contact_by_owner: msg`Only the account owner can change their phone and email`,
  not_changed: msg`This is not changed by an import`,
  already_there: msg`Already there`,
  no_match: msg`No one matches this row`,
  left_out: msg`Skipped by you`,
};

/** Returns a function that returns a text for an issue of a row. */
export function useIssueText(): (issue: Issue) => string {
  const { t } = useLingui();
  return ({ code, line, field }) => {
    const text = t(issueLabels[code]);
    if (line !== undefined) return t`${text}, also in line ${line}`;
    if (code !== 'too_long' || !field) return text;
    const [label, max] = [t(fieldLabels[field]), maxChars[field] ?? MAX_NAME_CHARS];
    return t`${label}: more than ${max} characters`;
  };
}

// Fields and limits of an import of people from a CSV file. They are separate from the schemas, so that screens can use
// them without loading zod.

/** The fields of a person to which a column of the file can be assigned. */
export const importFields = [
  'first_name',
  'last_name',
  'middle_name',
  'phone',
  'email',
  'country',
  'city',
  'language',
  'date_birth',
  'gender',
  'telegram',
  'status',
  'responsible',
  'referrer_promo',
  'tags',
  'groups',
  'work_zone',
  'registered_at',
  'note',
  'external_id',
] as const;
export type ImportField = (typeof importFields)[number];

export const importModes = ['create', 'create_update', 'update'] as const;
export type ImportMode = (typeof importModes)[number];

export const encodings = ['utf-8', 'windows-1251', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

export const delimiters = ['comma', 'semicolon', 'tab'] as const;
export type Delimiter = (typeof delimiters)[number];

export const delimiterChars: Readonly<Record<Delimiter, string>> = { comma: ',', semicolon: ';', tab: '\t' };

/** Errors of a row. A row with an error is not imported. */
export const rowErrors = [
  'required',
  'phone_or_email',
  'too_long',
  'control_characters',
  'formula',
  'ragged',
  'phone_invalid',
  'phone_in_use',
  'email_invalid',
  'email_in_use',
  'duplicate_in_file',
  'country_unknown',
  'language_unknown',
  'date_invalid',
  'value_unknown',
  'telegram_invalid',
  'status_unknown',
  'responsible_unknown',
  'tag_too_long',
  'too_many_tags',
  'tag_unknown',
  'ambiguous',
] as const;

/** Warnings for a row. A row that has only warnings is imported. */
export const rowWarnings = [
  'over_limit',
  'promo_unknown',
  'note_cut',
  'more_values',
  'status_with_owner',
  'contact_by_owner',
  'not_changed',
] as const;

/** Reasons why a row is skipped. */
export const skipReasons = ['already_there', 'no_match', 'left_out'] as const;

/** Reasons why undoing an import keeps the person of a row. */
export const keptReasons = ['changed', 'worked_with', 'has_login', 'removed'] as const;
export type KeptReason = (typeof keptReasons)[number];

/**
 * Groups of rows in addition to the dispositions: imported rows with warnings, rows that a new plan treats differently
 * from the previous one, and rows whose person an undo kept.
 */
export const rowGroups = ['warning', 'changed', 'kept'] as const;
export type RowGroup = (typeof rowGroups)[number];

export const issueCodes = [...rowErrors, ...rowWarnings, ...skipReasons] as const;
export type IssueCode = (typeof issueCodes)[number];
export type RowErrorCode = (typeof rowErrors)[number];

const warnings = new Set<IssueCode>(rowWarnings);

/** Whether an issue is only a warning, so that its row is imported nevertheless. */
export const isWarning = (code: IssueCode): boolean => warnings.has(code);

/** An issue of a row. `field` is null if it concerns the row as a whole. */
export interface Issue {
  field: ImportField | null;
  code: IssueCode;
  /** For a duplicate, the line of the other row in the file. */
  line?: number | undefined;
}

/** Reasons why a file cannot be imported at all. */
export const fileErrors = [
  'file_empty',
  'file_too_large',
  'file_not_csv',
  'file_encoding',
  'file_too_many_rows',
  'file_too_many_columns',
  'file_cell_too_long',
  'file_quotes',
] as const;
export type FileError = (typeof fileErrors)[number];

export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 20_000;
export const MAX_IMPORT_COLUMNS = 60;
/** Maximum number of characters of a cell. It is far above the limit of notes, the longest field. */
export const MAX_CELL_CHARS = 20_000;
export const MAX_NAME_CHARS = 100;
export const MAX_NOTE_CHARS = 4000;
export const MAX_EXTERNAL_ID_CHARS = 64;
/** Maximum number of characters of the id, email or phone of an employee. */
export const MAX_RESPONSIBLE_CHARS = 254;
export const MAX_IMPORT_TAG_CHARS = 40;
/** Maximum numbers of characters of the fields that have no limit elsewhere. All other fields have MAX_NAME_CHARS. */
export const maxChars: Partial<Record<ImportField, number>> = {
  external_id: MAX_EXTERNAL_ID_CHARS,
  responsible: MAX_RESPONSIBLE_CHARS,
};
/** Maximum number of rows in which cells can be edited after the upload. */
export const MAX_EDITED_ROWS = 2000;
/** Number of days during which an import can be undone. After that, the file and its rows are deleted. */
export const UNDO_DAYS = 7;

export const importStates = [
  'uploaded',
  'previewed',
  'running',
  'completed',
  'completed_with_errors',
  'failed',
  'cancelled',
  'reverting',
  'reverted',
] as const;
export type ImportState = (typeof importStates)[number];

/** The field of each column; null for a column that is ignored. */
export type Mapping = readonly (ImportField | null)[];

/** The user's decision about a single row. `update`: update the existing person who has this phone or email. */
export type RowChoice = 'skip' | 'update';

/** Settings of an import. */
export interface ImportSettings {
  encoding: Encoding;
  delimiter: Delimiter;
  has_header: boolean;
  mapping: (ImportField | null)[];
  mode: ImportMode;
  /** Values for rows that have no value of their own. */
  defaults: { country?: string | undefined; language?: string | undefined; status?: string | undefined };
  /** If true, nothing is imported as long as any row has an error. */
  all_or_nothing: boolean;
  /** Name of the system from which the file was exported. External ids are unique within it. */
  source: string;
  /** Cells that the user edited after the upload, by row index and column index. The file itself stays unchanged. */
  edits: Record<string, Record<string, string>>;
  choices: Record<string, RowChoice>;
}

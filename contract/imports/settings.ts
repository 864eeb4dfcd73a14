import { Country } from '../contact-fields.ts';
import { personStatuses } from '../filter-values.ts';
import { Lang, text } from '../fields.ts';
import { z } from '../zod.ts';
import {
  delimiters,
  encodings,
  importFields,
  importModes,
  issueCodes,
  MAX_CELL_CHARS,
  MAX_EDITED_ROWS,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
} from './fields.ts';

/** The index of a row or column, less than `below`, as the key of an object. */
const position = (below: number) =>
  z.string().check(
    z.regex(/^(0|[1-9]\d{0,4})$/, { error: 'invalid' }),
    z.refine((key) => Number(key) < below, { error: 'invalid' }),
  );

const atMost = (count: number) =>
  z.refine<Record<string, unknown>>((record) => Object.keys(record).length <= count, { error: 'too_long' });

/** Settings for reading a file. */
export const importFormat = {
  encoding: z.enum(encodings, { error: 'invalid' }),
  delimiter: z.enum(delimiters, { error: 'invalid' }),
  has_header: z.boolean(),
};

/** Settings of an import as calls receive them. */
export const ImportSettingsSchema = z.strictObject({
  ...importFormat,
  mapping: z
    .array(z.nullable(z.enum(importFields, { error: 'invalid' })))
    .check(z.maxLength(MAX_IMPORT_COLUMNS, { error: 'too_long' })),
  mode: z.enum(importModes, { error: 'invalid' }),
  defaults: z.strictObject({
    country: z.optional(Country),
    language: z.optional(Lang),
    status: z.optional(z.enum(personStatuses, { error: 'invalid' })),
  }),
  all_or_nothing: z._default(z.boolean(), false),
  source: z._default(text(0, 40), ''),
  edits: z._default(
    z
      .record(
        position(MAX_IMPORT_ROWS),
        z.record(position(MAX_IMPORT_COLUMNS), z.string().check(z.maxLength(MAX_CELL_CHARS, { error: 'too_long' }))),
      )
      .check(atMost(MAX_EDITED_ROWS)),
    {},
  ),
  choices: z._default(
    z
      .record(position(MAX_IMPORT_ROWS), z.enum(['skip', 'update'], { error: 'invalid' }))
      .check(atMost(MAX_IMPORT_ROWS)),
    {},
  ),
});

export const IssueSchema = z.object({
  field: z.nullable(z.enum(importFields)),
  code: z.enum(issueCodes),
  line: z.optional(z.int()),
});

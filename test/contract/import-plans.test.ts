import { describe, expect, it } from 'vitest';
import type { ImportSettings, IssueCode, rowErrors, rowWarnings, skipReasons } from '../../contract/imports/fields.ts';
import { planCounts, planRows } from '../../contract/imports/plan.ts';
import { problemRowsCsv } from '../../contract/imports/problem-rows.ts';
import { readCsv } from '../../contract/imports/read-file.ts';
import { readRows } from '../../contract/imports/rows.ts';
import { settingsOf } from '../helpers/import-files.ts';
import { cellContext, ida, existingData, personCells, planOf, type Cells } from '../helpers/import-plans.ts';

const issuesOf = (cells: Cells, more: Partial<ImportSettings> = {}) =>
  planOf([cells], more)[0]!.issues.map(({ field, code }) => [field, code]);
const valuesOf = (more: Cells) => planOf([personCells(more)])[0]!.values;

/** For each error code, plans a row that has exactly this error. */
const errors: Record<(typeof rowErrors)[number], () => [IssueCode[], string]> = {
  required: () => onlyRow({ first_name: '', email: 'ann@example.org' }),
  phone_or_email: () => onlyRow({ first_name: 'Ann', email: '', phone: '' }),
  too_long: () => onlyRow(personCells({ last_name: 'x'.repeat(101) })),
  control_characters: () => onlyRow(personCells({ city: 'Bo\u0007nn' })),
  formula: () => onlyRow(personCells({ last_name: '=HYPERLINK("http://x")' })),
  ragged: () => {
    const settings = settingsOf(['first_name', 'email']);
    const read = readRows(
      { header: ['a', 'b'], rows: [{ line: 2, cells: ['Ann', 'a@example.org', 'more'] }] },
      settings,
      cellContext,
    );
    const [row] = planRows(read, settings, existingData);
    return [row!.issues.map(({ code }) => code), row!.disposition];
  },
  phone_invalid: () => onlyRow(personCells({ phone: '12' })),
  phone_in_use: () => onlyRow(personCells({ phone: '+4915112340003' })),
  email_invalid: () => onlyRow(personCells({ email: 'ann@' })),
  email_in_use: () => onlyRow(personCells({ email: 'hidden@example.org' })),
  duplicate_in_file: () => lastOf([personCells({}), personCells({ first_name: 'Ben' })]),
  country_unknown: () => onlyRow(personCells({ country: 'Polska?' })),
  language_unknown: () => onlyRow(personCells({ language: 'fr' })),
  date_invalid: () => onlyRow(personCells({ date_birth: '31/02/1990' })),
  value_unknown: () => onlyRow(personCells({ gender: '?' })),
  telegram_invalid: () => onlyRow(personCells({ telegram: '@ab' })),
  status_unknown: () => onlyRow(personCells({ status: 'lost' })),
  responsible_unknown: () => onlyRow(personCells({ responsible: 'lee' })),
  tag_too_long: () => onlyRow(personCells({ tags: 'x'.repeat(41) })),
  too_many_tags: () => onlyRow(personCells({ tags: Array.from({ length: 21 }, (_, at) => `t${at}`).join(';') })),
  tag_unknown: () => onlyRow(personCells({ tags: 'climbing' })),
  ambiguous: () => onlyRow(personCells({ phone: ida.phone!, email: 'otto@example.org' })),
};
const lastOf = (rows: Cells[], more: Partial<ImportSettings> = {}): [IssueCode[], string] => {
  const row = planOf(rows, more).at(-1)!;
  return [row.issues.map(({ code }) => code), row.disposition];
};
const onlyRow = (cells: Cells, more: Partial<ImportSettings> = {}) => lastOf([cells], more);

const warnings: Record<(typeof rowWarnings)[number], () => [IssueCode[], string]> = {
  over_limit: () =>
    lastOf([personCells({ responsible: 'kim' }), personCells({ responsible: 'kim', email: 'b@example.org' })]),
  promo_unknown: () => onlyRow(personCells({ referrer_promo: 'NOPE' })),
  note_cut: () => onlyRow(personCells({ note: 'x'.repeat(4001) })),
  more_values: () => onlyRow(personCells({ phone: '+4930111111; +4930222222' })),
  status_with_owner: () => onlyRow(personCells({ status: 'waiting', responsible: 'kim' })),
  contact_by_owner: () => onlyRow({ first_name: 'Otto B', phone: '+4915112340002', email: 'new@example.org' }),
  not_changed: () => onlyRow({ first_name: 'Ida B', email: ida.email!, status: 'waiting' }),
};

const skips: Record<(typeof skipReasons)[number], () => [IssueCode[], string]> = {
  already_there: () => onlyRow({ first_name: 'Ida', email: ida.email! }, { mode: 'create' }),
  no_match: () => onlyRow(personCells({}), { mode: 'update' }),
  left_out: () => onlyRow(personCells({ phone: 'bad' }), { choices: { 0: 'skip' } }),
};

describe('the plan of an import', () => {
  it.each(Object.entries(errors))('does not import a row with the error %s', (code, row) => {
    expect(row()).toEqual([[code], 'error']);
  });

  it.each(Object.entries(warnings))('imports a row with the warning %s', (code, row) => {
    const [codes, disposition] = row();
    expect(codes).toEqual([code]);
    expect(['create', 'update']).toContain(disposition);
  });

  it.each(Object.entries(skips))('skips a row for the reason %s', (code, row) => {
    expect(row()).toEqual([[code], 'skip']);
  });

  it('finds the person of an imported row by external id, then phone, then email', () => {
    const [byId, byPhone, byEmail] = planOf([
      { external_id: 'K-1', first_name: 'Ida A' },
      { phone: '+4915112340002', first_name: 'Otto B' },
      { email: 'OTTO@example.org', first_name: 'Otto C' },
    ]);
    expect([byId!.person?.id, byPhone!.person?.id]).toEqual(['ida', 'otto']);
    // The third row finds the same person as the second one, so it is a duplicate.
    expect(byEmail).toMatchObject({ disposition: 'error', issues: [{ code: 'duplicate_in_file', line: 3 }] });
  });

  it('an import that only creates people refuses the row of an existing person unless the user chose to update that person', () => {
    const cells = { first_name: 'Ida B', email: ida.email! };
    expect(issuesOf(cells, { mode: 'create' })).toEqual([['email', 'email_in_use']]);
    expect(planOf([cells], { mode: 'create', choices: { 0: 'update' } })[0]).toMatchObject({
      disposition: 'update',
      values: { first_name: 'Ida B' },
    });
  });

  it('an imported row never clears a field, and adds tags and notes to the existing ones', () => {
    const cells = { first_name: 'Ida', email: ida.email!, city: 'Bonn', tags: 'books', note: 'new', country: '' };
    expect(planOf([cells])[0]).toMatchObject({
      disposition: 'update',
      values: { city: 'Bonn', tags: ['music', 'books'], notes: 'old\nnew' },
    });
    expect(planOf([{ first_name: 'Ida', email: ida.email!, tags: 'music', note: 'old' }])[0]?.disposition).toBe(
      'unchanged',
    );
  });

  it('a row with an error does not make a later row with the same phone number a duplicate', () => {
    const rows = [
      personCells({ phone: '+4930111111', country: '??' }),
      personCells({ phone: '+4930111111', first_name: 'Ben' }),
    ];
    expect(planOf(rows).map(({ disposition }) => disposition)).toEqual(['error', 'create']);
  });

  it('an imported person without an employee goes into the pool, or to the importer if the status is active', () => {
    expect(valuesOf({})).toMatchObject({ status: 'waiting', responsible_id: null });
    expect(valuesOf({ status: 'Aktiv' })).toMatchObject({ status: 'active', responsible_id: 'me' });
    expect(valuesOf({ responsible: 'kim' })).toMatchObject({ status: 'processing', responsible_id: 'kim' });
    expect(valuesOf({ referrer_promo: 'ANNA7K2P' })).toMatchObject({ referrer_id: 'anna' });
  });

  it('reads countries, phone numbers and dates in the formats of other programs', () => {
    expect(valuesOf({ country: 'Казахстан' })).toMatchObject({ country: 'KZ' });
    expect(valuesOf({ country: 'Schweiz', phone: '079 123 45 67' })).toMatchObject({
      country: 'CH',
      phone: '+41791234567',
    });
    expect(valuesOf({ country: 'de', language: 'Russisch', gender: 'жен.' })).toMatchObject({
      country: 'DE',
      language: 'ru',
      gender: 'f',
    });
    for (const text of ['12/04/1988', '12.04.1988', '1988-04-12'])
      expect(valuesOf({ date_birth: text })).toMatchObject({ date_birth: '1988-04-12' });
    expect(issuesOf(personCells({ date_birth: '31.12.1899' }))).toEqual([['date_birth', 'date_invalid']]);
    expect(issuesOf(personCells({ date_birth: '03.03.2026' }))).toEqual([['date_birth', 'date_invalid']]);
    expect(valuesOf({ registered_at: '05.03.2024 14:20' })).toMatchObject({
      registered_at: '2024-03-05T14:20:00.000Z',
    });
    expect(valuesOf({ registered_at: '2024-03-05T14:20:00+03:00' })).toMatchObject({
      registered_at: '2024-03-05T11:20:00.000Z',
    });
    expect(valuesOf({ telegram: 'https://t.me/ann_lee' })).toMatchObject({ telegram: 'ann_lee' });
    expect(valuesOf({ tags: ' music | books ;music' })).toMatchObject({ tags: ['music', 'books'] });
    expect(valuesOf({ city: '—', note: "'=1+1" })).not.toHaveProperty('city');
    expect(issuesOf(personCells({ note: "'=1+1" }))).toEqual([['note', 'formula']]);
  });

  it('counts each row of a plan under exactly one outcome, and counts warnings separately', () => {
    const rows = planOf(
      [
        personCells({}),
        personCells({ email: 'b@example.org', referrer_promo: 'NOPE' }),
        { first_name: 'Ida B', email: ida.email! },
        { first_name: 'Otto', email: 'otto@example.org' },
        personCells({ email: 'bad' }),
        personCells({ email: 'c@example.org' }),
      ],
      { choices: { 5: 'skip' } },
    );
    expect(planCounts(rows)).toEqual({
      total: 6,
      create: 2,
      update: 1,
      unchanged: 1,
      skipped: 1,
      failed: 1,
      warnings: 1,
    });
  });
});

describe('the file of problem rows', () => {
  it('the exported problem rows have the original columns and reasons, and can be imported again', () => {
    const rows = [
      {
        line: 5,
        cells: ['=1+1', '+4930111111', 'a;b,"c"'],
        issues: [{ field: 'phone', code: 'phone_invalid' }] as const,
      },
    ];
    const csv = problemRowsCsv(['Name', 'Phone', 'Note'], rows, () => 'Phone is incorrect');
    const file = readCsv(csv.replace(/^\uFEFF/, ''), { delimiter: 'comma', has_header: true });
    expect(csv.startsWith('\uFEFF')).toBe(true);
    expect(file.header).toEqual(['Name', 'Phone', 'Note', 'import_line', 'import_code', 'import_reason']);
    expect(file.rows[0]?.cells).toEqual([
      "'=1+1",
      '+4930111111',
      'a;b,"c"',
      '5',
      'phone_invalid',
      'Phone is incorrect',
    ]);
    const settings = settingsOf(['first_name', 'phone', 'note', null, null, null]);
    const [read] = readRows(file, settings, cellContext);
    expect(read?.values).toMatchObject({ phone: '+4930111111', note: 'a;b,"c"' });
  });
});

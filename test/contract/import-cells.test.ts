import { describe, expect, it } from 'vitest';
import type { ImportField, IssueCode } from '../../contract/imports/fields.ts';
import { personCells, planOf } from '../helpers/import-plans.ts';

/** Invalid cells, at least one for each rule of a column. */
const wrongCells: readonly (readonly [ImportField, string, IssueCode])[] = [
  ...(['first_name', 'last_name', 'middle_name', 'city', 'work_zone', 'referrer_promo'] as const).map(
    (field) => [field, 'x'.repeat(101), 'too_long'] as const,
  ),
  ['external_id', 'x'.repeat(65), 'too_long'],
  ['responsible', 'x'.repeat(255), 'too_long'],
  ...(['first_name', 'last_name', 'city', 'note', 'tags', 'groups', 'external_id'] as const).flatMap(
    (field) =>
      [
        [field, '=1+1', 'formula'],
        [field, 'a\u0000b', 'control_characters'],
      ] as const,
  ),
  ...['12', 'abc', '=1+1', '+49 30 11 :: 12', '7,90012E+10'].map((text) => ['phone', text, 'phone_invalid'] as const),
  ...['ann', 'ann@', '=1+1', `${'x'.repeat(250)}@example.org`].map((text) => ['email', text, 'email_invalid'] as const),
  ['country', 'Atlantis', 'country_unknown'],
  ['language', 'fr', 'language_unknown'],
  ...['31/02/1990', '13.13.1990', '5/3/90', '31.12.1899', '03.03.2026', 'yesterday'].map(
    (text) => ['date_birth', text, 'date_invalid'] as const,
  ),
  ...['31/02/2020', '2020-01-01 25:00', '1969-12-31', '2026-03-03'].map(
    (text) => ['registered_at', text, 'date_invalid'] as const,
  ),
  ['gender', 'unknown', 'value_unknown'],
  ...['@ab', 'x'.repeat(33), 'ann lee'].map((text) => ['telegram', text, 'telegram_invalid'] as const),
  ['status', 'lost', 'status_unknown'],
  ['responsible', 'lee', 'responsible_unknown'],
  ...(['tags', 'groups'] as const).flatMap(
    (field) =>
      [
        [field, 'x'.repeat(41), 'tag_too_long'],
        [field, Array.from({ length: 21 }, (_, at) => `t${at}`).join('|'), 'too_many_tags'],
        [field, 'climbing', 'tag_unknown'],
      ] as const,
  ),
];

describe('a cell of an imported row', () => {
  it.each(wrongCells)('does not import a row whose %s is %j, and reports %s for this cell', (field, text, code) => {
    const [row] = planOf([{ ...personCells({}), [field]: text }]);
    expect([row!.disposition, row!.issues]).toEqual(['error', [{ field, code }]]);
  });
});

import type { Texts } from '../../contract/fields.ts';
import { text } from '../../contract/fields.ts';
import { languages } from '../../contract/preference-values.ts';
import { MAX_PACKAGE_FEATURES, subscriptionPeriods } from '../../contract/values.ts';
import { z } from '../../contract/zod.ts';
import { parseFrontMatter } from './front-matter.ts';
import { hashParts } from './hash.ts';
import type { ImportIssue } from './import-issue.ts';

/** Highest price of a period: 100,000 dollars. */
const MAX_CENTS = 10_000_000;
const centsError = 'each price must be a whole number of cents, 100 to 10000000';
const price = z.optional(
  z.int({ error: centsError }).check(z.gte(100, { error: centsError }), z.lte(MAX_CENTS, { error: centsError })),
);
const Prices = z.strictObject({ week: price, month: price, quarter: price, half_year: price, year: price });

const featuresError = `must have 1 to ${MAX_PACKAGE_FEATURES} features`;
const features = z
  .array(text(1, 120), { error: featuresError })
  .check(z.minLength(1, { error: featuresError }), z.maxLength(MAX_PACKAGE_FEATURES, { error: featuresError }));

const PackageHead = z.strictObject({
  title: z.strictObject({ ru: text(1, 60), en: text(1, 60), de: text(1, 60) }),
  order: z.int({ error: 'must be a whole number' }).check(z.gte(0, { error: 'must not be negative' })),
  popular: z._default(z.boolean(), false),
  prices: Prices.check(
    z.refine((prices) => subscriptionPeriods.some((period) => prices[period] !== undefined), {
      error: `must have a price for one of ${subscriptionPeriods.join(', ')}`,
    }),
  ),
  features: z.strictObject({ ru: features, en: features, de: features }).check(
    z.refine((lists) => new Set(languages.map((language) => lists[language].length)).size === 1, {
      error: 'must have the same features in each language',
    }),
  ),
});

export interface PackageDraft {
  path: string;
  title: Texts;
  features: Texts[];
  prices: z.infer<typeof Prices>;
  popular: boolean;
  position: number;
  source_hash: string;
}

/** Reads one package from a YAML file. */
export function readPackage(file: string, source: string): { package?: PackageDraft; problems: ImportIssue[] } {
  const { parsed, problems } = parseFrontMatter(file, `---\n${source}\n---\n`, PackageHead);
  if (!parsed) return { problems: problems.map((problem) => ({ ...problem, line: Math.max(1, problem.line - 1) })) };
  const { title, order: position, popular, prices, features: lists } = parsed.head;
  const texts = lists.en.map((en, index) => ({ ru: lists.ru[index] ?? '', en, de: lists.de[index] ?? '' }));
  const draft = { path: file, title, features: texts, prices, popular, position, source_hash: hashParts(source) };
  return { package: draft, problems };
}

export interface PromoDraft {
  code: string;
  trial_days: number;
  discount_percent: number;
  valid_until: string | null;
  uses: number | null;
  /** The text of the line that defines the code in the file of promo codes. */
  source: string;
}

/** Path of the promo codes within a content folder. */
export const PROMO_FILE = 'promo-codes.csv';
const promoColumns = ['code', 'trial_days', 'discount_percent', 'valid_until', 'uses'];

function wholeNumber(value: string, max: number): number | null {
  return /^\d{1,9}$/.test(value) && Number(value) <= max ? Number(value) : null;
}

/**
 * Parses a line of the promo codes file. Returns the promo code, or the reason why the line is invalid. A code is valid
 * until the end of its last day, in UTC.
 */
function promoOf(source: string): PromoDraft | string {
  const cells = source.split(',').map((cell) => cell.trim());
  const [code = '', days = '', percent = '', until = '', uses = ''] = cells;
  if (cells.length !== promoColumns.length) return `must have ${promoColumns.length} values`;
  if (!/^[A-Z0-9-]{3,40}$/.test(code)) return 'code: must be 3 to 40 capital letters, digits and hyphens';
  const trial_days = wholeNumber(days || '0', 366);
  if (trial_days === null) return 'trial_days: must be 0 to 366';
  const discount_percent = wholeNumber(percent || '0', 99);
  if (discount_percent === null) return 'discount_percent: must be 0 to 99';
  if ((trial_days === 0) === (discount_percent === 0)) return 'must have either trial_days or discount_percent';
  const lastMs = until === '' ? null : Date.parse(`${until}T23:59:59.999Z`);
  if (lastMs !== null && (!/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(lastMs)))
    return 'valid_until: must be a date such as 2026-12-31';
  const maxUses = uses === '' ? null : wholeNumber(uses, 1_000_000);
  if (uses !== '' && maxUses === null) return 'uses: must be a whole number';
  const valid_until = lastMs === null ? null : new Date(lastMs).toISOString();
  return { code, trial_days, discount_percent, valid_until, uses: maxUses, source: cells.join(',') };
}

/**
 * Reads the promo codes of a folder. The first line of the file contains the names of the columns; each further line
 * contains one code.
 */
export function readPromoCodes(file: string, source: string): { promoCodes: PromoDraft[]; problems: ImportIssue[] } {
  const [head = '', ...lines] = source.split('\n');
  if (head.trim() !== promoColumns.join(','))
    return { promoCodes: [], problems: [{ file, line: 1, text: `must begin with ${promoColumns.join(',')}` }] };
  const problems: ImportIssue[] = [];
  const promoCodes: PromoDraft[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const promo = promoOf(line);
    const isDuplicate = typeof promo !== 'string' && promoCodes.some(({ code }) => code === promo.code);
    if (typeof promo === 'string') problems.push({ file, line: index + 2, text: promo });
    else if (isDuplicate) problems.push({ file, line: index + 2, text: `code: ${promo.code} occurs twice` });
    else promoCodes.push(promo);
  }
  return { promoCodes, problems };
}

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Refused } from '../../../contract/errors.ts';
import { mappingProblems } from '../../../contract/imports/columns.ts';
import type { Disposition } from '../../../contract/filter-values.ts';
import type { ImportSettings } from '../../../contract/imports/fields.ts';
import { planCounts, planRows, type PlanRow } from '../../../contract/imports/plan.ts';
import { FileProblem, readImportFile, type DecodeText } from '../../../contract/imports/read-file.ts';
import { readRows } from '../../../contract/imports/rows.ts';
import type { HandlerContext } from '../../handlers.ts';
import { parsePhone } from '../../../contract/written-phone.ts';
import { loadExistingData } from './known.ts';
import { recountRows, updateImport, type Import } from './repository.ts';

export const decode: DecodeText = (bytes, encoding, fatal) => new TextDecoder(encoding, { fatal }).decode(bytes);

/** Converts a FileProblem to a refusal with its code and line. Returns any other error unchanged. */
export function toFileRefusal(problem: unknown): unknown {
  if (!(problem instanceof FileProblem)) return problem;
  const { code, line } = problem;
  return new Refused(code === 'file_too_large' ? 'too_large' : 'import_file', {
    file: code,
    ...(line !== null && { line }),
  });
}

function fileOf({ data }: Import, settings: ImportSettings) {
  if (data === null) throw new Refused('import_state');
  try {
    return readImportFile(data, settings, decode);
  } catch (error) {
    throw toFileRefusal(error);
  }
}

/** Throws `invalid` if a required field has no column, or if a field has two columns. */
function checkMapping({ mapping, mode }: ImportSettings, columns: number): void {
  const { missing, repeated } = mappingProblems(mapping, mode);
  const isWidthWrong = mapping.length !== columns;
  if (missing.length === 0 && repeated.length === 0 && !isWidthWrong) return;
  throw new Refused('invalid', {
    ...Object.fromEntries(missing.map((field) => [`mapping.${field}`, 'required'])),
    ...(repeated.length > 0 && { mapping: 'invalid' }),
    ...(isWidthWrong && { mapping: 'invalid' }),
  });
}

export interface Plan {
  hash: string;
  rows: (PlanRow & { cells: string[] })[];
}

const fingerprintOf = ({ index, disposition, person, values, issues }: PlanRow): string =>
  JSON.stringify([index, disposition, person?.id ?? null, values, issues]);

/** Computes the changes that an import would make now. Throws `import_file` or `invalid`. */
export async function computePlan(context: HandlerContext, stored: Import, settings: ImportSettings): Promise<Plan> {
  const file = fileOf(stored, settings);
  checkMapping(settings, file.header.length);
  const { country } = context.caller.user;
  const read = readRows(file, settings, {
    country,
    parsePhone: (written, of) => parsePhone(written, [of]),
    today: context.received_at.slice(0, 10),
  });
  const known = await loadExistingData(context, read, settings.source);
  const rows = planRows(read, settings, known).map((planned, at) => ({ ...planned, cells: read[at]!.cells }));
  const hash = createHash('sha256');
  for (const planned of rows) hash.update(fingerprintOf(planned));
  return { hash: hash.digest('hex'), rows };
}

/** Number of rows per statement: large enough to be fast, small enough for one parameter. */
const ROWS_PER_INSERT = 2_000;

async function insertRows(
  { tx, scope }: HandlerContext,
  import_id: string,
  { rows }: Plan,
  changed: ReadonlyMap<number, Disposition>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    const values = rows.slice(from, from + ROWS_PER_INSERT).map(({ person, ...planned }) => ({
      ...planned,
      scope,
      import_id,
      person_id: person?.id ?? null,
      was: changed.get(planned.index) ?? null,
    }));
    await sql`insert into import_rows
        (scope, import_id, index, line, disposition, person_id, cells, "values", issues, was)
      select scope, import_id, index, line, disposition, person_id, cells, "values", issues, was
      from jsonb_populate_recordset(null::import_rows, ${JSON.stringify(values)}::jsonb)`.execute(tx);
  }
}

/**
 * Returns the rows that a new plan treats differently than the stored plan, with their disposition in the stored plan.
 */
async function changedRows(
  { tx, scope }: HandlerContext,
  import_id: string,
  { rows }: Plan,
): Promise<Map<number, Disposition>> {
  const before = await tx
    .selectFrom('import_rows')
    .select(['index', 'disposition', 'person_id', 'values', 'issues'])
    .where('scope', '=', scope)
    .where('import_id', '=', import_id)
    .execute();
  // jsonb does not keep the order of keys, so compare the values in a fixed order.
  const textOf = (disposition: string, person_id: string | null, values: object, issues: readonly object[]): string =>
    JSON.stringify([disposition, person_id, sortEntries(values), issues.map(sortEntries)]);
  const known = new Map(
    before.map((row) => [row.index, textOf(row.disposition, row.person_id, row.values, row.issues)]),
  );
  const changed = rows.filter(
    ({ index, disposition, person, values, issues }) =>
      known.get(index) !== textOf(disposition, person?.id ?? null, values, issues),
  );
  const dispositions = new Map(before.map(({ index, disposition }) => [index, disposition]));
  return new Map(changed.map(({ index, disposition }) => [index, dispositions.get(index) ?? disposition]));
}

const sortEntries = (values: object): [string, unknown][] =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

/**
 * Replaces the stored plan with a new plan. With `isRecheck`, also stores which rows the new plan treats differently.
 */
export async function storePlan(
  context: HandlerContext,
  stored: Import,
  settings: ImportSettings,
  plan: Plan,
  isRecheck: boolean,
): Promise<void> {
  const { tx, scope, received_at } = context;
  const changed = isRecheck ? await changedRows(context, stored.id, plan) : new Map<number, Disposition>();
  await tx.deleteFrom('import_rows').where('scope', '=', scope).where('import_id', '=', stored.id).execute();
  await insertRows(context, stored.id, plan, changed);
  await updateImport(context, stored.id, {
    settings: JSON.stringify(settings),
    state: 'previewed',
    plan_hash: plan.hash,
    planned_at: received_at,
    changed: changed.size,
    total: planCounts(plan.rows).total,
  });
  await recountRows(context, stored.id);
}

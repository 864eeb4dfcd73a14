import { importCalls, type ImportPlanRow, type ImportRow } from '../../../contract/api-calls/imports.ts';
import { untypedCall } from '../../../contract/api-calls/define.ts';
import { headerSignature } from '../../../contract/imports/columns.ts';
import { dispositions, type Disposition } from '../../../contract/filter-values.ts';
import { isWarning, type RowGroup } from '../../../contract/imports/fields.ts';
import { planCounts, planRows, type PlanCounts } from '../../../contract/imports/plan.ts';
import { readImportFile } from '../../../contract/imports/read-file.ts';
import { readRows } from '../../../contract/imports/rows.ts';
import { parsePhone } from '../../../contract/written-phone.ts';
import type { ActionResult, Failure } from '../../../src/bridge/results.ts';
import type { ImportCheck, ImportDraft } from '../../../src/db/schema/import-draft.ts';
import { importKeys } from '../../../src/lib/cached-pages.ts';
import { iso } from '../../../src/lib/ports.ts';
import { parseReply } from '../account.ts';
import { savePage } from '../pages.ts';
import { sendAuthenticated, type Session } from '../session.ts';
import { decode } from './draft.ts';
import { loadExistingData } from './known.ts';

/** Maximum number of rows of one disposition (such as `create` or `skip`) that the screen shows. */
export const SHOWN_ROWS = 1000;
/** Maximum number of cached row lists. Each import has one list per disposition. */
const MAX_ROW_LISTS = 30;
/** Timeouts in ms: for uploading a file of 10 MB over a slow network, and for checking 20,000 rows on the server. */
const UPLOAD_TIMEOUT_MS = 600_000;
const CHECK_TIMEOUT_MS = 120_000;

const NOT_FOUND: Failure = { ok: false, why: 'refused', code: 'not_found' };

/** The filters by which the rows of a plan can be fetched. */
const rowFilters = [...dispositions, 'warning', 'changed'] as const;

const matchesFilter = ({ disposition, issues }: ImportPlanRow, only: (typeof rowFilters)[number]): boolean => {
  // A check on the device cannot be compared with an earlier plan of the server.
  if (only === 'changed') return false;
  if (only !== 'warning') return disposition === only;
  return disposition !== 'error' && disposition !== 'skip' && issues.some(({ code }) => isWarning(code));
};

async function saveRows(
  session: Session,
  id: string,
  only: Disposition | RowGroup,
  rows: readonly ImportPlanRow[],
  count: number,
) {
  const about = { count, total_count: count, next: null };
  await savePage(
    session,
    importKeys.rows(id, only),
    { rows: rows.slice(0, SHOWN_ROWS), about },
    { max: MAX_ROW_LISTS },
  );
}

async function saveCheck({ db }: Session, id: string, check: ImportCheck): Promise<void> {
  await db.import_drafts.update(id, { check });
}

/**
 * Computes the plan on this device in the same way as the server, but compares only with the people that are stored on
 * this device.
 */
async function checkOnDevice(session: Session, { id, settings }: ImportDraft, data: ArrayBuffer): Promise<void> {
  const now = iso(session.ports.clock.now());
  const me = await session.db.me.get(session.user_id);
  const read = readRows(readImportFile(new Uint8Array(data), settings, decode), settings, {
    country: me?.country ?? null,
    parsePhone: (written, country) => parsePhone(written, [country]),
    today: now.slice(0, 10),
  });
  const plan = planRows(read, settings, await loadExistingData(session));
  const rows: ImportPlanRow[] = plan.map(({ values, ...planned }, at) => ({
    ...planned,
    cells: read[at]!.cells,
    fields: planned.disposition === 'update' ? Object.keys(values) : [],
    was: null,
    kept: null,
  }));
  for (const only of rowFilters) {
    const shown = rows.filter((row) => matchesFilter(row, only));
    await saveRows(session, id, only, shown, shown.length);
  }
  await saveCheck(session, id, { by: 'device', at: now, counts: planCounts(plan), plan_hash: null, changed: 0 });
}

async function upload(
  session: Session,
  { id, filename, is_uploaded }: ImportDraft,
  data: ArrayBuffer,
): Promise<ActionResult> {
  if (is_uploaded) return { ok: true };
  const form = new FormData();
  form.append('id', id);
  form.append('filename', filename);
  form.append('file', new File([data], filename, { type: 'text/csv' }));
  const options = { form, key: id, timeout_ms: UPLOAD_TIMEOUT_MS };
  const result = await sendAuthenticated(session, untypedCall(importCalls, 'imports.save'), options);
  const parsed = parseReply(result, importCalls['imports.save'].reply);
  if (!parsed.ok) return parsed;
  await session.db.import_drafts.update(id, { is_uploaded: true });
  await saveImport(session, parsed.body);
  return { ok: true };
}

/** Caches the row of an import as received from the server. */
export const saveImport = (session: Session, row: ImportRow): Promise<void> =>
  savePage(session, importKeys.one(row.id), { rows: [row] });

/** Returns the counts of an import row under the names that the counts of a plan have. */
const countsOf = ({ total, created, updated, unchanged, skipped, failed, warnings }: ImportRow): PlanCounts => ({
  ...{ total, unchanged, skipped, failed, warnings },
  create: created,
  update: updated,
});

/** Fetches and caches the rows of one disposition, from the plan or, after a run, from the result. */
export async function fetchRows(session: Session, id: string, only: Disposition | RowGroup): Promise<ActionResult> {
  const options = { query: { page: 1, page_size: SHOWN_ROWS }, body: { id, only } };
  const result = await sendAuthenticated(session, untypedCall(importCalls, 'imports.rows'), options);
  const parsed = parseReply(result, importCalls['imports.rows'].reply);
  if (!parsed.ok) return parsed;
  await saveRows(session, id, only, parsed.body.results, parsed.body.count);
  return { ok: true };
}

/**
 * Replaces the stored plan and its rows with the plan that the server has computed. `previous` contains the counts of
 * the plan that the user saw, if people have changed since.
 */
export async function adoptPlan(session: Session, row: ImportRow, previous?: PlanCounts): Promise<ActionResult> {
  await saveImport(session, row);
  for (const only of rowFilters) {
    const done = await fetchRows(session, row.id, only);
    if (!done.ok) return done;
  }
  const { planned_at, plan_hash, changed } = row;
  const at = planned_at ?? iso(session.ports.clock.now());
  const check: ImportCheck = { by: 'server', at, counts: countsOf(row), plan_hash, changed };
  await saveCheck(session, row.id, { ...check, ...(previous && { previous }) });
  return { ok: true };
}

async function rememberMapping({ db, ports }: Session, { header, settings, remember }: ImportDraft): Promise<void> {
  if (!remember || header.every((name) => name === '')) return;
  const used_at = iso(ports.clock.now());
  await db.import_mappings.put({ signature: headerSignature(header), mapping: settings.mapping, used_at });
}

/** Checks the rows of a draft on this device and then, if the network is available, on the server. */
export async function checkDraft(session: Session, id: string): Promise<ActionResult> {
  const [draft, file] = [await session.db.import_drafts.get(id), await session.db.import_files.get(id)];
  if (!draft || !file) return NOT_FOUND;
  await rememberMapping(session, draft);
  await checkOnDevice(session, draft, file.data);
  const uploaded = await upload(session, draft, file.data);
  if (!uploaded.ok) return uploaded;
  const body = { id, preview: true, settings: draft.settings };
  const options = { body, timeout_ms: CHECK_TIMEOUT_MS };
  const result = await sendAuthenticated(session, untypedCall(importCalls, 'imports.start'), options);
  const parsed = parseReply(result, importCalls['imports.start'].reply);
  return parsed.ok ? adoptPlan(session, parsed.body) : parsed;
}

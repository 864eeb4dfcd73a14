import { uuidv7 } from 'uuidv7';
import type { ImportRow } from '../../../contract/api-calls/imports.ts';
import { Refused } from '../../../contract/errors.ts';
import { matchColumns } from '../../../contract/imports/columns.ts';
import type { ImportSettings } from '../../../contract/imports/fields.ts';
import {
  checkBytes,
  decodeFile,
  detectDelimiter,
  detectEncoding,
  readCsv,
} from '../../../contract/imports/read-file.ts';
import { addAuditEntry } from '../../audit.ts';
import { countDailyWrite } from '../../daily-limit.ts';
import type { CallHandlers, HandlerContext, SentFile } from '../../handlers.ts';
import { pageEnvelope, pageSpan } from '../../http/paging.ts';
import { CommittedRefusal } from '../../http/with-current-row.ts';
import { addJob } from '../../jobs/queue.ts';
import { addMissingTags } from './missing-tags.ts';
import { computePlan, decode, toFileRefusal, storePlan } from './plan.ts';
import {
  importById,
  listImports,
  listImportRows,
  lockImport,
  undoDeadline,
  updateImport,
  type Import,
} from './repository.ts';

/** Returns an import that the caller can see. Throws `not_found`. */
async function visibleImport(context: HandlerContext, id: string): Promise<ImportRow> {
  const row = await importById(context, id);
  if (!row) throw new Refused('not_found');
  return row;
}

async function lockImportOrThrow(context: HandlerContext, id: string): Promise<Import> {
  await visibleImport(context, id);
  const stored = await lockImport(context, id);
  if (!stored) throw new Refused('not_found');
  return stored;
}

/** Detects the format of a file and reads the file. Throws `import_file` or `too_large`. */
function inspectFile(data: Uint8Array) {
  try {
    checkBytes(data);
    const encoding = detectEncoding(data, decode);
    const text = decodeFile(data, encoding, decode);
    const delimiter = detectDelimiter(text);
    const file = readCsv(text, { delimiter, has_header: true });
    return { encoding, delimiter, file };
  } catch (error) {
    throw toFileRefusal(error);
  }
}

async function saveFile(context: HandlerContext, id: string, file: SentFile, filename: string, total: number) {
  const { tx, scope, caller, received_at: at } = context;
  const { sha256, data } = file;
  const row = { scope, id, filename, sha256, data, total, created_by: caller.user_id, created_at: at };
  const emptyFields = { plan_hash: null, planned_at: null, started_at: null, finished_at: null };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('imports')
    .values({ ...row, ...emptyFields, state: 'uploaded' })
    .onConflict((conflict) => conflict.columns(['scope', 'id']).doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows && (await importById(context, id)) === null) throw new Refused('not_found');
  await addAuditEntry(tx, {
    scope,
    at,
    action: 'import_uploaded',
    actor_id: caller.user_id,
    detail: { import_id: id, file: filename },
  });
}

/** Whether an earlier request has already started a run with this plan. */
const isStarted = ({ state, plan_hash }: Import, hash: string | undefined): boolean =>
  state !== 'uploaded' && state !== 'previewed' && hash !== undefined && plan_hash === hash;

/**
 * Starts the run of a plan. If the plan is out of date, stores a new plan for the caller to review and throws
 * `plan_changed`. Throws `import_has_errors` if the plan must be imported completely and has invalid rows.
 */
async function startRun(context: HandlerContext, stored: Import, hash: string | undefined): Promise<void> {
  const { tx, scope, caller, received_at: at } = context;
  if (stored.plan_hash === null || stored.plan_hash !== hash) throw new Refused('plan_changed');
  const plan = await computePlan(context, stored, stored.settings);
  if (plan.hash !== hash) {
    await storePlan(context, stored, stored.settings, plan, true);
    throw new CommittedRefusal('plan_changed');
  }
  const { failed, total, filename, id } = stored;
  if (stored.settings.all_or_nothing && failed > 0) throw new Refused('import_has_errors', { count: failed });
  await addMissingTags(context, plan.rows);
  await updateImport(context, id, { state: 'running', started_at: at, done: 0 });
  await addAuditEntry(tx, {
    scope,
    at,
    action: 'import_started',
    actor_id: caller.user_id,
    detail: { import_id: id, file: filename, total },
  });
  await addJob(tx, { scope, at }, 'import_users', { id, from: 0 });
}

async function preview(context: HandlerContext, stored: Import, settings: ImportSettings | undefined): Promise<void> {
  if (stored.state !== 'uploaded' && stored.state !== 'previewed') throw new Refused('import_state');
  if (!settings) throw new Refused('invalid', { settings: 'required' });
  const plan = await computePlan(context, stored, settings);
  await storePlan(context, stored, settings, plan, false);
}

/** Handlers of the calls that import people from files. */
export const importRoutes: Pick<CallHandlers, Extract<keyof CallHandlers, `imports.${string}`>> = {
  'imports.list': async (context, { query, body: { id } }) =>
    pageEnvelope(query, await listImports(context, { ...query, id }, pageSpan(query))),
  'imports.save': async (context, { body: { id = uuidv7(), filename } }) => {
    const { file } = context.request;
    if (!file) throw new Refused('invalid', { file: 'required' });
    const { encoding, delimiter, file: read } = inspectFile(file.data);
    await countDailyWrite(context, 'imports');
    await saveFile(context, id, file, filename ?? file.name, read.rows.length);
    const columns = matchColumns(read.header).map(({ field }, at) => ({ name: read.header[at] ?? '', field }));
    return { ...(await visibleImport(context, id)), encoding, delimiter, columns };
  },
  'imports.start': async (context, { body: { id, preview: isPreview, settings, plan_hash } }) => {
    const stored = await lockImportOrThrow(context, id);
    // Only the employee who uploaded a file may import it, because the plan depends on the people in that employee's
    // care.
    if (stored.created_by !== context.caller.user_id) throw new Refused('not_found');
    if (isPreview) await preview(context, stored, settings as ImportSettings | undefined);
    else if (!isStarted(stored, plan_hash)) {
      if (stored.state !== 'previewed') throw new Refused('import_state');
      await startRun(context, stored, plan_hash);
    }
    return visibleImport(context, id);
  },
  'imports.rows': async (context, { query, body: { id, only } }) => {
    await visibleImport(context, id);
    return pageEnvelope(query, await listImportRows(context, id, only, pageSpan(query)));
  },
  'imports.cancel': async (context, { body: { id } }) => {
    const stored = await lockImportOrThrow(context, id);
    if (stored.state !== 'running' && stored.state !== 'cancelled') throw new Refused('import_state');
    await updateImport(context, id, { is_cancelled: true });
    return visibleImport(context, id);
  },
  'imports.undo': async (context, { body: { id } }) => {
    const { tx, scope, caller, received_at: at } = context;
    const stored = await lockImportOrThrow(context, id);
    if (stored.state === 'reverting' || stored.state === 'reverted') return visibleImport(context, id);
    const until = undoDeadline(stored);
    if (until === null || until <= at) throw new Refused('import_state');
    await updateImport(context, id, { state: 'reverting', done: 0 });
    const detail = { import_id: id, file: stored.filename };
    await addAuditEntry(tx, { scope, at, action: 'import_undo_started', actor_id: caller.user_id, detail });
    await addJob(tx, { scope, at }, 'undo_import', { id, from: 0 });
    return visibleImport(context, id);
  },
};

import { importCalls } from '../../contract/api-calls/imports.ts';
import { untypedCall } from '../../contract/api-calls/define.ts';
import type { ImportActions } from '../../src/bridge/import-api.ts';
import type { ActionResult } from '../../src/bridge/results.ts';
import { importKeys } from '../../src/lib/cached-pages.ts';
import { parseReply } from './account.ts';
import { adoptPlan, checkDraft, fetchRows, saveImport } from './imports/check.ts';
import { openDraft, reopenDraft } from './imports/draft.ts';
import { fetchInto } from './pages.ts';
import { sendAuthenticated, type Session } from './session.ts';

const PAGE_SIZE = 25;
/** Timeout of the request that starts a run, in ms. It is long, because the server first computes the plan again. */
const START_TIMEOUT_MS = 120_000;

async function change(session: Session, name: 'imports.cancel' | 'imports.undo', id: string): Promise<ActionResult> {
  const result = await sendAuthenticated(session, untypedCall(importCalls, name), { body: { id } });
  const parsed = parseReply(result, importCalls[name].reply);
  if (!parsed.ok) return parsed;
  await saveImport(session, parsed.body);
  return { ok: true };
}

async function fetchImport(session: Session, id: string): Promise<ActionResult> {
  const result = await sendAuthenticated(session, untypedCall(importCalls, 'imports.list'), { body: { id } });
  const parsed = parseReply(result, importCalls['imports.list'].reply);
  if (!parsed.ok) return parsed;
  const [row] = parsed.body.results;
  if (!row) return { ok: false, why: 'refused', code: 'not_found' };
  await saveImport(session, row);
  return { ok: true };
}

/**
 * Runs the plan that the user has checked. If the plan has changed since, stores the new plan, so that the user can
 * check it.
 */
async function start(session: Session, id: string): Promise<ActionResult> {
  const draft = await session.db.import_drafts.get(id);
  const plan_hash = draft?.check?.plan_hash ?? '';
  const options = { body: { id, plan_hash }, timeout_ms: START_TIMEOUT_MS };
  const result = await sendAuthenticated(session, untypedCall(importCalls, 'imports.start'), options);
  const parsed = parseReply(result, importCalls['imports.start'].reply);
  if (parsed.ok) {
    await saveImport(session, parsed.body);
    return { ok: true };
  }
  if (parsed.why === 'refused' && parsed.code === 'plan_changed') {
    const latest = await sendAuthenticated(session, untypedCall(importCalls, 'imports.list'), { body: { id } });
    const found = parseReply(latest, importCalls['imports.list'].reply);
    const row = found.ok ? found.body.results[0] : undefined;
    if (row) await adoptPlan(session, row, draft?.check?.counts);
  }
  return parsed;
}

/** Actions on imports of people from files. */
export function importActions(session: Session): ImportActions {
  return {
    openImport: (filename, data) => openDraft(session, filename, data),
    reopenImport: (id, format) => reopenDraft(session, id, format),
    checkImport: (id) => checkDraft(session, id),
    startImport: (id) => start(session, id),
    fetchImports: (page, ordering) => {
      const options = { query: { page, page_size: PAGE_SIZE, ordering }, body: {} };
      const target = { key: importKeys.list(page, ordering), name: 'imports.list', options } as const;
      return fetchInto(session, importCalls, target, ({ results, ...about }) => ({ rows: results, about }));
    },
    fetchImport: (id) => fetchImport(session, id),
    fetchImportRows: (id, only) => fetchRows(session, id, only),
    cancelImport: (id) => change(session, 'imports.cancel', id),
    undoImport: (id) => change(session, 'imports.undo', id),
  };
}

import type { ImportSettings } from '../../contract/imports/fields.ts';
import { importBatch } from '../../server/features/imports/run.ts';
import { undoBatch } from '../../server/features/imports/undo.ts';
import type { CallName } from '../../contract/api-calls/index.ts';
import type { ImportPlanRow, ImportRow } from '../../contract/api-calls/imports.ts';
import { multipartBody, sendForm } from './multipart.ts';
import type { Person, SyncServer } from './sync-server.ts';

const PUBLIC_URL = 'http://localhost:8080';

/** Imports files through the API, and runs their jobs batch by batch. */
export function createImportClient(server: SyncServer) {
  const { deps } = server.plain;
  const call = async (person: Person, name: CallName, body: unknown, query: Record<string, string | number> = {}) => {
    const { status, body: answer } = await server.plain.call(name, { token: person.token, body, query });
    return { status, body: answer as Record<string, unknown> };
  };
  const jobs = () =>
    deps.db
      .selectFrom('jobs')
      .selectAll()
      .where('scope', '=', server.plain.scope)
      .where('kind', 'in', ['import_users', 'undo_import'])
      .orderBy('id')
      .execute();
  /** Runs one queued batch. Returns false if there is none. */
  const runOne = async (): Promise<boolean> => {
    const [job] = await jobs();
    if (!job) return false;
    const { id, from } = job.payload as { id: string; from: number };
    if (job.kind === 'import_users') await importBatch(deps, id, from, PUBLIC_URL);
    else await undoBatch(deps, id, from);
    await deps.db.deleteFrom('jobs').where('scope', '=', job.scope).where('id', '=', job.id).execute();
    return true;
  };
  const row = async (person: Person, id: string): Promise<ImportRow> => {
    const { body } = await call(person, 'imports.list', { id });
    return (body['results'] as ImportRow[])[0]!;
  };
  const save = (person: Person, file: Uint8Array, filename = 'people.csv', id?: string) =>
    sendForm(
      server,
      person,
      'imports.save',
      multipartBody([...(id ? [{ name: 'id', value: id }] : []), { name: 'file', file, filename, type: 'text/csv' }]),
    );
  const preview = async (person: Person, id: string, settings: ImportSettings) =>
    call(person, 'imports.start', { id, preview: true, settings });
  const drain = async (): Promise<void> => {
    while (await runOne());
  };
  return {
    call,
    runOne,
    row,
    save,
    preview,
    drain,
    /** Saves and previews a file. Returns the plan. */
    plan: async (person: Person, file: Uint8Array, settings: ImportSettings): Promise<ImportRow> => {
      const saved = await save(person, file);
      const { status, body } = await preview(person, saved.body['id'] as string, settings);
      if (status !== 200) throw new Error(`the preview was refused: ${JSON.stringify(body)}`);
      return body as unknown as ImportRow;
    },
    start: (person: Person, plan: Pick<ImportRow, 'id' | 'plan_hash'>) =>
      call(person, 'imports.start', { id: plan.id, plan_hash: plan.plan_hash ?? '' }),
    /** Runs a plan until it is finished. Returns the import with its counts. */
    run: async (person: Person, plan: ImportRow): Promise<ImportRow> => {
      const { status, body } = await call(person, 'imports.start', { id: plan.id, plan_hash: plan.plan_hash ?? '' });
      if (status !== 200) throw new Error(`the run was refused: ${JSON.stringify(body)}`);
      await drain();
      return row(person, plan.id);
    },
    rows: async (person: Person, id: string, only: string): Promise<ImportPlanRow[]> => {
      const { body } = await call(person, 'imports.rows', { id, only }, { page_size: 1000 });
      return body['results'] as ImportPlanRow[];
    },
  };
}

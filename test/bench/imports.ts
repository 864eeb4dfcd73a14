import { makeCsv, settingsOf } from '../helpers/import-files.ts';
import { createImportClient } from '../helpers/imports.ts';
import { openSyncServer } from '../helpers/sync-server.ts';
import type { Figures } from './figures.ts';

const ROWS = 20_000;
const LIMIT_MS = 60_000;

/** Returns a CSV file of new people. Every tenth of them has one of the promo codes, in turn. */
function makeFile(codes: readonly string[]): Buffer {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const digits = String(at).padStart(5, '0');
    const promo = at % 10 === 0 ? codes[(at / 10) % codes.length]! : '';
    return [`Person${digits}`, `Berg ${digits}`, `+4930${digits}11`, `import${digits}@example.org`, 'Bonn', promo];
  });
  return makeCsv(['First name', 'Last name', 'Phone', 'Email', 'City', 'Promo code'], rows);
}

/**
 * Measures how long an import of 20,000 people takes from the upload to the result, with an embedded database in
 * memory.
 */
export async function measureImports(): Promise<Figures> {
  const server = await openSyncServer();
  const admin = await server.manager({ is_superuser: true });
  const imports = createImportClient(server);
  const codes: string[] = [];
  let referrer_id: string | null = null;
  for (let at = 0; at < 20; at += 1) {
    const promo_code = `BENCH${at}XX`;
    const member = await server.plain.user({ promo_code, referrer_id });
    referrer_id = member.id;
    codes.push(promo_code);
  }
  const content = makeFile(codes);
  const settings = settingsOf(['first_name', 'last_name', 'phone', 'email', 'city', 'referrer_promo']);
  const started = performance.now();
  const saved = await imports.save(admin, content);
  const uploaded = performance.now();
  const { body } = await imports.preview(admin, saved.body['id'] as string, settings);
  const previewed = performance.now();
  const result = await imports.run(admin, body as unknown as Parameters<typeof imports.run>[1]);
  const done = performance.now();
  if (result.created !== ROWS) throw new Error(`not all were imported: ${JSON.stringify(result)}`);
  if (done - started > LIMIT_MS) throw new Error(`the import took ${((done - started) / 1000).toFixed(1)} s`);
  await imports.call(admin, 'imports.undo', { id: result.id });
  await imports.drain();
  const undone = performance.now();
  const seconds = (from: number, to: number) => (to - from) / 1000;
  await server.close();
  return {
    'import of 20,000 rows: upload, s': seconds(started, uploaded),
    'import of 20,000 rows: preview, s': seconds(uploaded, previewed),
    'import of 20,000 rows: run, s': seconds(previewed, done),
    'import of 20,000 rows: all, s': seconds(started, done),
    'undo of 20,000 rows, s': seconds(done, undone),
  };
}

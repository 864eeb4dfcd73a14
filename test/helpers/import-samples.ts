import { uuidv7 } from 'uuidv7';
import type { importCalls } from '../../contract/api-calls/imports.ts';
import type { ImportState } from '../../contract/imports/fields.ts';
import { makeCsv, settingsOf } from './import-files.ts';
import { multipartBody } from './multipart.ts';
import type { Samples } from './samples.ts';
import type { TestServer } from './server.ts';

type Token = string | undefined;

/** Returns the upload of a CSV file with one person, whose email address is not in use. */
function upload() {
  const email = `${uuidv7()}@example.org`;
  const file = makeCsv(['First name', 'Email'], [['Nina', email]]);
  const { payload: body, headers } = multipartBody([{ name: 'file', file, filename: 'people.csv', type: 'text/csv' }]);
  return { body, headers };
}

/**
 * Uploads a file and returns the id of its import. Only employees can create imports, so other callers get an unused
 * id.
 */
async function saveImport(server: TestServer, token: Token): Promise<string> {
  const { body } = await server.call('imports.save', { token, ...upload() });
  return typeof body['id'] === 'string' ? body['id'] : uuidv7();
}

async function createImportIn(server: TestServer, token: Token, state: ImportState) {
  const id = await saveImport(server, token);
  const finished_at = server.clock.now().toISOString();
  await server.db.updateTable('imports').set({ state, finished_at }).where('id', '=', id).execute();
  return { body: { id } };
}

/** Returns valid requests for the import calls. */
export function importSamples(server: TestServer): Pick<Samples, keyof typeof importCalls> {
  return {
    'imports.list': () => Promise.resolve({ body: {} }),
    'imports.save': () => Promise.resolve(upload()),
    'imports.start': async (token) => ({
      body: { id: await saveImport(server, token), preview: true, settings: settingsOf(['first_name', 'email']) },
    }),
    'imports.rows': async (token) => ({ body: { id: await saveImport(server, token) } }),
    'imports.cancel': (token) => createImportIn(server, token, 'running'),
    'imports.undo': (token) => createImportIn(server, token, 'completed'),
  };
}

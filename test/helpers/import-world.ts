import { openLeadWorld } from './leads.ts';
import { settingsOf } from './import-files.ts';
import { createImportClient } from './imports.ts';

export const importColumns = ['First name', 'Phone', 'Email'];
/** Settings for a file whose columns are `importColumns`. */
export const simpleSettings = settingsOf(['first_name', 'phone', 'email']);

let counter = 0;

/** Returns an unused phone number and an unused email address. */
export const unusedContact = () => {
  counter += 1;
  const digits = String(counter).padStart(4, '0');
  return { phone: `+4930200${digits}`, email: `import${digits}@example.org` };
};

/** Rows of new people. */
export const newPeopleRows = (count: number): string[][] =>
  Array.from({ length: count }, (_, at) => {
    const { phone, email } = unusedContact();
    return [`Person ${at}`, phone, email];
  });

/** Opens a server with employees, and an import client. */
export async function openImportWorld() {
  const { server, ops } = await openLeadWorld();
  const { db, scope } = server.plain;
  const personWith = (phone: string) =>
    db
      .selectFrom('users')
      .selectAll()
      .where('scope', '=', scope)
      .where('phone', '=', phone)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  return { server, ops, imports: createImportClient(server), personWith };
}

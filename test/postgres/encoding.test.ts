import { expect, test } from 'vitest';
import { openDatabase } from '../../server/db/open.ts';
import { createDatabase } from '../helpers/server.ts';

test('a database that does not store texts as characters is refused with the reason', async () => {
  const options = "template template0 encoding 'SQL_ASCII' locale 'C'";
  const databaseUrl = await createDatabase(process.env['TEST_DATABASE_URL'] ?? '', options);
  await expect(openDatabase({ dataDir: '', databaseUrl })).rejects.toThrow(
    /^Cannot use DATABASE_URL: \S+ reports: the encoding is SQL_ASCII; create the database with --encoding UTF8$/,
  );
});

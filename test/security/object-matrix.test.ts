import { expect, it } from 'vitest';
import { type CallName, callNamed, callNames } from '../../contract/api-calls/index.ts';
import { openSyncServer } from '../helpers/sync-server.ts';
import { recordCalls, runObjectMatrix } from './object-matrix.ts';
import { SqlTrace } from './sql-trace.ts';

it("responds identically, with the same SQL statements, to another user's record and to a missing one", async () => {
  const trace = new SqlTrace();
  const server = await openSyncServer({ plugins: [trace.plugin] });
  const { cells, leaks } = await runObjectMatrix(server, trace);
  await server.close();
  expect(leaks).toEqual([]);
  expect(cells).toBeGreaterThan(500);
  process.stdout.write(`object matrix: ${cells} cells\n`);
});

/**
 * Calls whose id cannot refer to another user's record: it refers to shared content, a record that the caller creates,
 * a device, or a filter.
 */
const sharedRecordCalls = new Set<CallName>([
  ...(['lessons.view', 'lessons.time', 'comments.of_lesson', 'news.view', 'events.view', 'books.view'] as const),
  ...(['books.purchase', 'books.file', 'comments.add', 'tickets.create', 'contacts.add'] as const),
  ...(['payments.donation', 'subscription.package_purchase', 'subscription.check_promo'] as const),
  ...(['contacts.add_category', 'people.create_lead', 'partners.create', 'team.structure_users', 'flows.add'] as const),
  ...(['sync.push', 'sync.changes', 'sync.snapshot', 'imports.save'] as const),
  // The objects of these calls are files. The test server/import-access tests the access to them.
  ...(['imports.list', 'imports.start', 'imports.rows', 'imports.cancel', 'imports.undo'] as const),
]);

/** Returns the field names of a request schema, including those of all variants. */
function keysOf(schema: unknown): string[] {
  const { shape, options } = (schema as { _zod?: { def: { shape?: object; options?: unknown[] } } })?._zod?.def ?? {};
  return shape ? Object.keys(shape) : (options ?? []).flatMap((option) => keysOf(option));
}

it('the object matrix covers each call that takes the id of a record', () => {
  const callsInMatrix = new Set<string>(recordCalls.map(([name]) => name));
  const isId = (key: string) => key === 'id' || key.endsWith('_id');
  const missing = callNames.filter((name) => {
    const { params, query, body } = callNamed(name);
    return [params, query, body].flatMap(keysOf).some(isId) && !callsInMatrix.has(name) && !sharedRecordCalls.has(name);
  });
  expect(missing).toEqual([]);
});

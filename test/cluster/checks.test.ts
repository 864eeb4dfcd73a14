import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContactOps } from '../helpers/contacts.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';
import { checkCreated, checkLastValues, checkOutcomes, checkReceipts, differingRows } from './checks.ts';

describe('the checks after a run of the cluster', () => {
  let server: SyncServer;
  let person: Person;
  let contacts: ContactOps;
  beforeAll(async () => {
    server = await openSyncServer();
    person = await server.consultant();
    contacts = new ContactOps(server);
  });
  afterAll(() => server.close());

  const stored = () => ({ db: server.deps.db, scope: server.deps.scope });

  it('the cluster checks report a created row that is missing, has another text, or is stored twice', async () => {
    const { id } = await contacts.createFor(person, { first_name: 'once' });
    expect(await checkCreated(stored(), 'contacts', new Map([[id, 'once']]))).toEqual([]);
    const missing = uuidv7();
    expect(await checkCreated(stored(), 'contacts', new Map([[missing, 'gone']]))).toEqual([
      `contacts ${missing} (gone) is lost`,
    ]);
    expect(await checkCreated(stored(), 'contacts', new Map([[id, 'other']]))).toHaveLength(1);
    await contacts.createFor(person, { first_name: 'once' });
    expect(await checkCreated(stored(), 'contacts', new Map([[id, 'once']]))).toEqual([
      'contacts: "once" is stored 2 times',
    ]);
  });

  it('the cluster checks report an edited row that does not have the last value', async () => {
    const { id } = await contacts.createFor(person, { notes: 'new' });
    expect(await checkLastValues(stored(), ['contacts', 'notes'], new Map([[id, 'new']]))).toEqual([]);
    expect(await checkLastValues(stored(), ['contacts', 'notes'], new Map([[id, 'newer']]))).toEqual([
      `contacts ${id} says "new", not "newer"`,
    ]);
  });

  it('the cluster checks report an acknowledged write without a stored outcome', async () => {
    const op = contacts.create();
    await server.push(person, [op]);
    const lost = uuidv7();
    expect(await checkOutcomes(stored(), [op.op_id, lost])).toEqual([`write ${lost} has 0 outcomes`]);
  });

  it('the cluster checks report a saved write without a receipt, unless it was merged into another one', () => {
    const receipts = [{ op_id: 'a', absorbed: ['b'] }];
    expect(checkReceipts(['a', 'b', 'c'], receipts)).toEqual(['write c has no receipt']);
  });

  it('the cluster checks find rows that only the device has, that only the server has, or whose values differ', () => {
    const row = (id: string, rev: number) => [`contacts ${id}`, { id, rev }] as const;
    const phone = new Map([row('same', 1), row('changed', 1), row('deleted', 1)]);
    const newDevice = new Map([row('same', 1), row('changed', 2), row('added', 1)]);
    const keys = differingRows(phone, newDevice).map((text) => text.split('\n')[0]);
    expect(keys).toEqual(['contacts changed', 'contacts deleted', 'contacts added']);
  });
});

import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Me } from '../../contract/entities/me.ts';
import { makePng, sha256Of } from '../helpers/images.ts';
import { fetchBlobStatus, openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';
import { uploadInOnePart } from '../helpers/uploads.ts';

let server: SyncServer;
let anna: Person;
let boris: Person;

beforeAll(async () => {
  server = await openSyncServer();
  anna = await server.person({ first_name: 'Anna', city: 'Bonn' });
  boris = await server.person();
});
afterAll(() => server.close());

const update = (id: string, args: Record<string, unknown>) => server.op({ kind: 'me.update', id, args });
const profileOf = (result: { row?: unknown }) => result.row as Me;

describe('profile edited on a device', () => {
  it('a profile edit changes only the given fields, and takes effect once', async () => {
    const op = update(anna.id, { first_name: 'Anne', city: null, telegram: 'anne_k', time_zone: 'Asia/Almaty' });
    const first = await server.send(anna, op);
    expect(profileOf(first)).toMatchObject({ first_name: 'Anne', city: null, telegram: 'anne_k', last_name: 'Person' });
    expect(await server.send(anna, op)).toMatchObject({ replayed: true, rev: first.rev });
    expect(await server.send(anna, update(anna.id, { first_name: 'Anne' }))).toMatchObject({ rev: first.rev });
    const { changes } = await server.changes(anna);
    expect(changes.find(({ c }) => c === 'me')?.row).toMatchObject({ first_name: 'Anne', time_zone: 'Asia/Almaty' });
  });

  it('rejects profile edits by others and edits of credentials or rights', async () => {
    expect(await server.send(boris, update(anna.id, { city: 'Ulm' }))).toMatchObject({ status: 404 });
    for (const args of [{ email: 'a@example.org' }, { phone: '+4915112345678' }, { is_staff: true }, {}])
      expect(await server.send(anna, update(anna.id, args))).toMatchObject({ status: 400 });
    expect(await server.send(anna, update(anna.id, { time_zone: 'Mars/Base' }))).toMatchObject({ status: 400 });
  });
});

describe('avatar', () => {
  const avatar = (id: string, photo: unknown) =>
    server.op({ kind: 'me.avatar', id, args: { photo, at: server.iso() } });

  it('an avatar is refused until its file is uploaded, is visible only to its owner and can be removed', async () => {
    const file = makePng(uuidv7());
    const sha256 = sha256Of(file);
    const photo = { sha256, mime: 'image/png', bytes: file.length };
    expect(await server.send(anna, avatar(anna.id, photo))).toMatchObject({ code: 'blob_missing' });
    await uploadInOnePart(server.plain, anna, file);
    expect(profileOf(await server.send(anna, avatar(anna.id, photo))).avatar).toEqual({ sha256 });
    const status = (person: Person) => fetchBlobStatus(server, person, sha256);
    expect([await status(anna), await status(boris)]).toEqual([200, 404]);
    expect(await server.send(boris, avatar(boris.id, photo))).toMatchObject({ code: 'blob_missing' });
    expect(profileOf(await server.send(anna, avatar(anna.id, null))).avatar).toBeNull();
  });
});

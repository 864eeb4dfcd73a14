import { beforeEach, describe, expect, test } from 'vitest';
import { finishLogoutCleanup } from '../../src/db/schema/logout-cleanup.ts';
import { openDeviceDb } from '../../src/db/schema/db.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import {
  dropExpiredShares,
  dropShare,
  dropSharePart,
  MAX_SHARE_BYTES,
  MAX_SHARED_FILES,
  MAX_SHARES,
  saveShare,
  savedShares,
  readSharedFile,
  readSharedFiles,
  sharedKind,
  SHARES_CACHE,
  type SharedContent,
} from '../../src/db/storage/shares.ts';
import { createIdGenerator } from '../../src/lib/ids.ts';
import { MemoryCaches } from '../helpers/memory-caches.ts';
import { ANNA, makePorts, type FakePorts } from '../helpers/phone.ts';

const OLGA = '01900000-0000-7000-8000-0000000000a2';
const DAY_MS = 86_400_000;

let caches: MemoryCaches;
let ports: FakePorts;
let newId: () => string;

beforeEach(() => {
  caches = new MemoryCaches();
  ports = makePorts();
  newId = createIdGenerator(ports);
});

const now = () => ports.clock.now();
const picture = (bytes = 3, name = 'a.jpg') => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
const card = (text = 'BEGIN:VCARD') => new File([text], 'anna.vcf', { type: 'text/vcard' });

function save(content: Partial<SharedContent>, user_id: string | null = ANNA) {
  const share = { title: '', text: '', url: '', files: [], ...content };
  return saveShare(caches.storage, share, { id: newId(), user_id, now: now() });
}

const sharesOf = (user_id: string) => savedShares(caches.storage, user_id, now());
const textsOf = async (user_id: string) => (await sharesOf(user_id)).map(({ text }) => text);

describe('content that other apps share', () => {
  test('two shares are both kept and offered in order', async () => {
    expect(await save({ text: 'first', files: [picture()] })).toBeNull();
    ports.clock.pass(1_000);
    expect(await save({ text: 'second' })).toBeNull();
    expect(await textsOf(ANNA)).toEqual(['first', 'second']);
  });

  test('a share is shown only to its user, and a share from before a login to the first user who opens it', async () => {
    await save({ text: 'by anna' });
    await save({ text: 'before the login', files: [card()] }, null);
    expect(await textsOf(OLGA)).toEqual(['before the login']);
    expect(await textsOf(ANNA)).toEqual(['by anna']);
    const [share] = await sharesOf(OLGA);
    const key = { id: share!.id, kind: 'vcard' } as const;
    expect(await readSharedFiles(caches.storage, { ...key, user_id: ANNA }, now())).toEqual([]);
    const [file] = await readSharedFiles(caches.storage, { ...key, user_id: OLGA }, now());
    expect([file?.name, await file?.text()]).toEqual(['anna.vcf', 'BEGIN:VCARD']);
  });

  test('a share is kept for 7 days and then deleted with its files', async () => {
    await save({ text: 'old', files: [picture()] });
    ports.clock.pass(7 * DAY_MS - 1);
    await dropExpiredShares(caches.storage, now());
    expect(await textsOf(ANNA)).toEqual(['old']);
    ports.clock.pass(1);
    expect(await textsOf(ANNA)).toEqual([]);
    await save({ text: 'new' });
    expect(caches.paths(SHARES_CACHE)).toHaveLength(1);
    ports.clock.pass(7 * DAY_MS);
    await dropExpiredShares(caches.storage, now());
    expect(caches.paths(SHARES_CACHE)).toEqual([]);
  });

  test('a sixth share of a user is refused, and none of the earlier shares is lost', async () => {
    for (let count = 0; count < MAX_SHARES; count += 1) expect(await save({ text: String(count) })).toBeNull();
    expect(await save({ text: 'one too many' })).toBe('full');
    expect(await save({ text: 'by someone else' }, OLGA)).toBeNull();
    expect(await textsOf(ANNA)).toEqual(['0', '1', '2', '3', '4']);
    expect(MAX_SHARES).toBe(5);
  });

  test('newly opened files replace files opened before, but not shares', async () => {
    await save({ text: 'shared' });
    const open = (text: string) => {
      const content = { title: '', text: '', url: '', files: [card(text)] };
      return saveShare(caches.storage, content, { id: newId(), user_id: ANNA, now: now(), isOpened: true });
    };
    for (let count = 0; count <= MAX_SHARES; count += 1) expect(await open(`opened ${count}`)).toBeNull();
    const shares = await sharesOf(ANNA);
    expect(shares.map(({ text, is_opened: isOpened = false }) => [text, isOpened])).toEqual([
      ['shared', false],
      ['', true],
    ]);
    const last = await readSharedFile(caches.storage, shares[1]!.id, shares[1]!.files[0]!);
    expect(await last.text()).toBe('opened 5');
    for (let count = 2; count < MAX_SHARES; count += 1) await save({ text: String(count) });
    expect(await save({ text: 'one too many' })).toBe('full');
    expect(await open('still fits')).toBeNull();
  });

  test('files of at most 20 MB in total can be shared', async () => {
    const half = MAX_SHARE_BYTES / 2;
    expect(await save({ text: 'heavy', files: [picture(half), picture(half + 1)] })).toBe('too_large');
    expect(caches.paths(SHARES_CACHE)).toEqual([]);
    expect(await save({ files: [picture(half), picture(half)] })).toBeNull();
    expect(MAX_SHARE_BYTES).toBe(20_000_000);
  });

  test('at most ten files of a share are kept, and the share records how many were skipped', async () => {
    const files = Array.from({ length: MAX_SHARED_FILES + 2 }, (_, index) => picture(1, `${index}.jpg`));
    await save({ files: [...files, new File(['x'], 'notes.docx')] });
    const [share] = await sharesOf(ANNA);
    expect([share?.files.length, share?.skipped, MAX_SHARED_FILES]).toEqual([10, 3, 10]);
  });

  test('a share without anything that the app can use is refused', async () => {
    const emptyFile = new File([], '', { type: 'application/octet-stream' });
    expect(await save({ text: ' \u0000\n', files: [emptyFile, new File(['x'], 'run.exe')] })).toBe('nothing');
  });

  test('a share that does not fit into the storage is refused and leaves no data', async () => {
    caches.freeBytes = 200;
    expect(await save({ text: 'a'.repeat(150), files: [picture(150)] })).toBe('no_room');
    expect(caches.paths(SHARES_CACHE)).toEqual([]);
    expect(
      await saveShare(undefined, { title: '', text: 'a', url: '', files: [] }, { id: newId(), user_id: null, now: 1 }),
    ).toBe('no_room');
  });

  test('shared texts are shortened and lose control characters', async () => {
    await save({ title: 'a'.repeat(201), text: `\u0007x\r\n${'b'.repeat(10_000)}`, url: 'u'.repeat(2_001) });
    const [share] = await sharesOf(ANNA);
    expect([share?.title.length, share?.text.length, share?.url.length]).toEqual([200, 10_000, 2_000]);
    expect(share?.text.startsWith('x\nb')).toBe(true);
  });

  test.each([
    ['book.VCF', '', 'vcard'],
    ['a', 'text/x-vcard', 'vcard'],
    ['a', 'text/vcard; charset=utf-8', 'vcard'],
    ['people.csv', 'application/vnd.ms-excel', 'csv'],
    ['a', 'text/csv', 'csv'],
    ['a.heic', 'image/heic', 'photo'],
    ['a.svg', 'image/svg+xml', null],
    ['a.html', 'text/html', null],
    ['a.vcf.exe', 'application/octet-stream', null],
  ])('a shared file %s of type "%s" is of the kind %s', (name, type, kind) =>
    expect(sharedKind({ name, type })).toBe(kind),
  );
});

describe('a part of a share', () => {
  const onlyShare = async () => (await sharesOf(ANNA))[0]!;

  test('using a part of a share removes that part, and using the last part removes the share', async () => {
    await save({
      title: 'Anna',
      text: 'note',
      url: 'https://example.org',
      files: [picture(3, 'a.jpg'), picture(4), card()],
    });
    const { id } = await onlyShare();
    await dropSharePart(caches.storage, id, 'texts');
    expect(await onlyShare()).toMatchObject({ title: '', text: '', url: '' });
    await dropSharePart(caches.storage, id, 0);
    const { files } = await onlyShare();
    expect(files.map(({ index, kind }) => [index, kind])).toEqual([
      [1, 'photo'],
      [2, 'vcard'],
    ]);
    await expect(readSharedFile(caches.storage, id, { index: 0, name: 'a.jpg' })).rejects.toThrow('gone');
    expect((await readSharedFile(caches.storage, id, files[0]!)).size).toBe(4);
    await dropSharePart(caches.storage, id, 'vcard');
    await dropSharePart(caches.storage, id, 'photo');
    expect(caches.paths(SHARES_CACHE)).toEqual([]);
  });

  test('a discarded share is deleted with its files, and the other shares stay', async () => {
    await save({ text: 'a', files: [picture()] });
    await save({ text: 'b', files: [picture()] });
    await dropShare(caches.storage, (await onlyShare()).id);
    expect(await textsOf(ANNA)).toEqual(['b']);
    expect(caches.paths(SHARES_CACHE)).toHaveLength(2);
  });
});

test('a logout deletes all shares, including those from before the login', async () => {
  await save({ text: 'by anna', files: [picture()] });
  await save({ text: 'before the login' }, null);
  const device = openDeviceDb(ports);
  await saveDeviceValue(device, 'leaving', ANNA);
  // A page or worker may still have the cache open.
  const opened = await caches.storage.open(SHARES_CACHE);
  await finishLogoutCleanup({ ...ports, caches: caches.storage }, device);
  expect(await opened.keys()).toEqual([]);
  expect(await caches.storage.has(SHARES_CACHE)).toBe(false);
  device.close();
});

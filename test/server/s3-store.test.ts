import { createHash, randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ObjectMissing, StoreFailure } from '../../server/files/file-store.ts';
import { RETRY_DELAYS_MS, S3Client, STALL_MS } from '../../server/files/s3-client.ts';
import { MAX_RESUMES, S3Store } from '../../server/files/s3-store.ts';
import { parseS3Url } from '../../server/files/s3-url.ts';
import { findFreePort } from '../helpers/free-port.ts';
import { startFakeS3, type FakeS3, type S3Fault } from '../helpers/fake-s3.ts';

const data = randomBytes(200_000);
const sha256 = createHash('sha256').update(data).digest('hex');
const key = { scope: 'main', sha256 };
const name = `some/main/${sha256.slice(0, 2)}/${sha256}`;

async function* pieces(...parts: Uint8Array[]) {
  yield* parts;
}

let fake: FakeS3;
let lines: string[];
beforeAll(async () => {
  fake = await startFakeS3();
});
afterAll(() => fake.close());
beforeEach(() => {
  fake.objects.clear();
  fake.requests.length = 0;
  fake.faults.length = 0;
  lines = [];
});

function storeOf(options: Partial<FakeS3['options']> = {}, stall_ms = 20_000): S3Store {
  const client = new S3Client({ ...fake.options, ...options }, { stall_ms, retry_delays_ms: [1, 1] });
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  return new S3Store(client, { prefix: fake.options.prefix, log });
}

const write = (store = storeOf()) =>
  store.write({ ...key, bytes: data.length, read: () => pieces(data.subarray(0, 70_000), data.subarray(70_000)) });

async function read(from = 0, to = data.length - 1, store = storeOf()): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await store.read(key, { from, to })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const reasonOf = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'no error',
    (error: unknown) => (error instanceof StoreFailure ? error.reason : `unexpected: ${String(error)}`),
  );

describe('an S3-compatible store', () => {
  it('streams an object under its hash, and reads it back in ranges', async () => {
    await write();
    expect(fake.objects.get(name)?.equals(data)).toBe(true);
    expect(await storeOf().sizeOf(key)).toBe(data.length);
    expect((await read()).equals(data)).toBe(true);
    expect((await read(1000, 1999)).equals(data.subarray(1000, 2000))).toBe(true);
  });

  it('deletes an object, and deletes a missing one without an error', async () => {
    await write();
    await storeOf().delete(key);
    await storeOf().delete(key);
    expect(await storeOf().sizeOf(key)).toBeNull();
    await expect(read()).rejects.toBeInstanceOf(ObjectMissing);
  });

  it('lists all objects of one organisation, page by page', async () => {
    const hashes = [1, 2, 3, 4, 5].map((digit) => String(digit).repeat(64));
    for (const hash of hashes) fake.objects.set(`some/main/${hash.slice(0, 2)}/${hash}`, data);
    fake.objects.set(`some/other/66/${'6'.repeat(64)}`, data);
    fake.objects.set('some/main/readme.txt', data);
    const listed: string[] = [];
    for await (const hash of storeOf().list('main')) listed.push(hash);
    expect(listed).toEqual(hashes);
    expect(fake.requests).toHaveLength(3);
  });

  it('rejects a body whose hash is not the announced one', async () => {
    const wrong = { ...key, bytes: 5, read: () => pieces(Buffer.from('other')) };
    expect(await reasonOf(storeOf().write(wrong))).toContain('XAmzContentSHA256Mismatch');
    expect(fake.objects.size).toBe(0);
  });

  it('passes on the error of a source that fails while it is read', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield data.subarray(0, 10);
      throw new Error('the file changed');
    }
    const object = { ...key, bytes: data.length, read: failing };
    await expect(storeOf().write(object)).rejects.toThrow('the file changed');
    expect(fake.objects.size).toBe(0);
  });
});

const error = (status: number, code: string): S3Fault => ({ kind: 'error', status, code });

describe('a store with faults', () => {
  it.each([
    [
      'a wrong secret',
      { secret: 'wrong' },
      'the store rejects the key or the secret (SignatureDoesNotMatch, status 403)',
    ],
    ['a wrong bucket', { bucket: 'other' }, 'the bucket does not exist (NoSuchBucket, status 404)'],
  ])('the error of an S3 store names %s', async (_, options, reason) => {
    expect(await reasonOf(write(storeOf(options)))).toBe(reason);
    expect(await reasonOf(storeOf(options).check())).toBe(reason);
  });

  it('reports that nothing listens at the address of an S3 store', async () => {
    const closed = storeOf({ origin: `http://127.0.0.1:${await findFreePort()}` });
    expect(await reasonOf(write(closed))).toBe('the connection to the store failed (ECONNREFUSED)');
  });

  it.each([
    [507, 'InsufficientStorage'],
    [403, 'QuotaExceeded'],
    [413, 'EntityTooLarge'],
  ])('reports a full bucket (%i %s) at once', async (status, code) => {
    fake.faults.push(error(status, code));
    expect(await reasonOf(write())).toBe(`the bucket is full (${code}, status ${status})`);
    expect(fake.requests).toHaveLength(1);
  });

  it.each([
    [503, 'SlowDown'],
    [429, 'TooManyRequests'],
    [500, 'InternalError'],
  ])('repeats a request after %i %s, and gives up after three attempts', async (status, code) => {
    fake.faults.push(error(status, code), error(status, code));
    await write();
    expect(fake.objects.get(name)?.equals(data)).toBe(true);
    fake.faults.push(error(status, code), error(status, code), error(status, code));
    expect(await reasonOf(write())).toContain(code);
    expect(fake.requests).toHaveLength(6);
  });

  it('fails a request that the store does not answer', async () => {
    await write();
    const storeWithShortTimeout = storeOf({}, 100);
    fake.faults.push({ kind: 'silent' });
    expect(await reasonOf(read(0, 9, storeWithShortTimeout))).toBe('the store did not answer within 100 ms');
    fake.faults.push({ kind: 'silent' });
    expect(await reasonOf(write(storeWithShortTimeout))).toBe('the store did not answer within 100 ms');
  });

  it.each(['breaks', 'stalls'] as const)('reads the rest of a body that %s in the middle', async (kind) => {
    await write();
    fake.faults.push({ kind, after: 50_000 });
    expect((await read(0, data.length - 1, storeOf({}, 1000))).equals(data)).toBe(true);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('a file is read again');
  });

  it('fails after a body has broken off four times', async () => {
    await write();
    fake.faults.push(...Array.from({ length: 4 }, () => ({ kind: 'breaks', after: 10 }) as const));
    expect(await reasonOf(read())).toContain('the connection to the store failed');
    expect(lines).toHaveLength(3);
  });

  it('refuses a response with another range than requested', async () => {
    await write();
    fake.faults.push({ kind: 'whole' });
    expect(await reasonOf(read(10, 19))).toBe('the store sent another range than 10 to 19');
  });

  it('does not take a missing bucket for a missing object', async () => {
    fake.faults.push(error(404, 'NoSuchBucket'));
    expect(await reasonOf(read())).toBe('the bucket does not exist');
  });

  it('waits 10 s for a store, and repeats a request twice and a body three times', () => {
    expect([STALL_MS, RETRY_DELAYS_MS, MAX_RESUMES]).toEqual([10_000, [200, 1000], 3]);
  });
});

describe('S3_URL', () => {
  it('names server, bucket, folder, region, key and secret', () => {
    expect(parseS3Url('s3://KEY:se%2Fcr%2Bet@s3.example.org:9000/files/some/folder?region=eu-1&tls=off')).toEqual({
      origin: 'http://s3.example.org:9000',
      bucket: 'files',
      prefix: 'some/folder/',
      region: 'eu-1',
      access_key: 'KEY',
      secret: 'se/cr+et',
    });
    expect(parseS3Url('s3://KEY:secret@s3.example.org/files')).toMatchObject({
      origin: 'https://s3.example.org',
      prefix: '',
      region: 'us-east-1',
    });
  });

  it.each([
    'https://KEY:secret@host/files',
    's3://host/files',
    's3://KEY@host/files',
    's3://KEY:secret@host',
    's3://KEY:secret@host/',
    's3://KEY:secret@host/UPPER',
    's3://KEY:secret@host/files?tls=maybe',
    's3://KEY:secret@host/files?regoin=eu',
    's3://KEY:secret@host/files/a b',
    's3://KEY:%ZZ@host/files',
    's3://KEY:secret@/files',
  ])('is invalid: %s', (url) => expect(parseS3Url(url)).toBeNull());
});

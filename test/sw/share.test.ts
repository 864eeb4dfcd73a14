import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openDeviceDb } from '../../src/db/schema/db.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { savedShares, SHARES_CACHE } from '../../src/db/storage/shares.ts';
import { answerShare, isShare, receiveShares } from '../../sw/share.ts';
import { MemoryCaches } from '../helpers/memory-caches.ts';
import { ANNA, makePorts, type FakePorts } from '../helpers/phone.ts';

const routes: { match: (asked: { url: URL; sameOrigin: boolean; request: Request }) => boolean; method: string }[] = [];
vi.mock('workbox-routing', () => ({
  registerRoute: (match: (typeof routes)[number]['match'], _answer: unknown, method: string) =>
    routes.push({ match, method }),
}));

const SHARE = 'http://phone/share';
const MB = 1_000_000;

let caches: MemoryCaches;
let ports: FakePorts;

beforeEach(() => {
  caches = new MemoryCaches();
  ports = makePorts();
});

interface PostOptions {
  body?: BodyInit | null;
  headers?: Record<string, string>;
  /** Address of the page that posted the form; empty if the operating system posted it. */
  referrer?: string;
  mode?: string;
  destination?: string;
}

/** Returns a request with properties that only a browser can set. */
function navigation({ body = form(), headers = {}, ...properties }: PostOptions = {}): Request {
  const request = new Request(SHARE, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  const requestProperties = { mode: 'navigate', destination: 'document', referrer: '', ...properties };
  for (const [name, value] of Object.entries(requestProperties)) Object.defineProperty(request, name, { value });
  return request;
}

function form(fields: Record<string, string> = { text: 'hello' }, ...files: File[]): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const file of files) data.append('files', file);
  return data;
}

const post = (posted?: PostOptions) => answerShare(navigation(posted), { ...ports, caches: caches.storage });
const openedPath = (response: Response) => [response.status, response.headers.get('Location')];
const shares = (user_id = ANNA) => savedShares(caches.storage, user_id, ports.clock.now());

describe('sharing with the app', () => {
  test('a share is stored with its files for the logged-in user, and opens the screen of shares', async () => {
    const device = openDeviceDb(ports);
    await saveDeviceValue(device, 'current_user', { id: ANNA });
    device.close();
    const body = form({ title: 'Anna', text: 'see', url: 'https://example.org' }, new File(['x'], 'a.vcf'));
    expect(openedPath(await post({ body }))).toEqual([303, SHARE]);
    const [share] = await shares();
    expect(share).toMatchObject({ user_id: ANNA, title: 'Anna', text: 'see', url: 'https://example.org' });
    expect(share?.files).toMatchObject([{ kind: 'vcard', name: 'a.vcf', bytes: 1 }]);
  });

  test('a share while nobody is logged in waits for the next login', async () => {
    await post();
    expect(await shares()).toMatchObject([{ text: 'hello' }]);
  });

  test('two simultaneous shares are both stored', async () => {
    await Promise.all([post({ body: form({ text: 'a' }) }), post({ body: form({ text: 'b' }) })]);
    expect((await shares()).map(({ text }) => text).toSorted()).toEqual(['a', 'b']);
  });

  test('a file of 200 MB is refused after its first 20 MB, without reading the rest', async () => {
    let read = 0;
    const cancelled = vi.fn();
    const body = new ReadableStream({
      pull(controller) {
        if (read === 200) return controller.close();
        read += 1;
        controller.enqueue(new Uint8Array(MB));
      },
      cancel: cancelled,
    });
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    expect(openedPath(await post({ body, headers }))).toEqual([303, `${SHARE}?refused=too_large`]);
    expect(read).toBeLessThanOrEqual(23);
    expect(cancelled).toHaveBeenCalled();
    expect(caches.paths(SHARES_CACHE)).toEqual([]);
  });

  test('a share whose files have 20 MB is stored', async () => {
    const file = new File([new Uint8Array(20 * MB)], 'a.jpg', { type: 'image/jpeg' });
    expect(openedPath(await post({ body: form({}, file) }))).toEqual([303, SHARE]);
  });

  test.each([
    ['is no form', { body: 'a=b', headers: { 'Content-Type': 'text/plain' } }, 'unreadable'],
    ['has no body', { body: null }, 'unreadable'],
    ['is empty', { body: form({ text: '' }) }, 'nothing'],
  ] as const)('a share that %s is refused with a reason', async (_, posted, reason) => {
    expect(openedPath(await post(posted))).toEqual([303, `${SHARE}?refused=${reason}`]);
    expect(caches.paths(SHARES_CACHE)).toEqual([]);
  });

  test.each([
    { headers: { Origin: 'https://evil.example' } },
    { referrer: 'https://evil.example/page' },
    { headers: { Origin: 'null' }, referrer: 'http://evil.example/' },
  ])('stores nothing that the page of another site posts (%o)', async (posted) => {
    expect(openedPath(await post(posted))).toEqual([303, 'http://phone/']);
    expect(caches.paths(SHARES_CACHE)).toEqual([]);
  });

  test.each([{ headers: { Origin: 'null' } }, { headers: { Origin: 'http://phone' }, referrer: 'http://phone/' }])(
    'stores what the operating system or a page of the app posts (%o)',
    async (posted) => {
      expect(openedPath(await post(posted))).toEqual([303, SHARE]);
      expect(await shares()).toHaveLength(1);
    },
  );

  test('accepts a share only as a POST request that a window sends to /share', () => {
    receiveShares(ports);
    const matches = (posted: PostOptions, path = '/share', sameOrigin = true) => {
      const url = new URL(path, SHARE);
      return routes[0]!.match({ url, sameOrigin, request: navigation(posted) });
    };
    expect(routes[0]?.method).toBe('POST');
    expect(matches({})).toBe(true);
    expect(matches({}, '/share', false)).toBe(false);
    expect(matches({}, '/shares')).toBe(false);
    expect(matches({ destination: 'iframe' })).toBe(false);
    expect(matches({ mode: 'cors', destination: '' })).toBe(false);
    expect(isShare(new URL(SHARE), navigation())).toBe(true);
  });
});

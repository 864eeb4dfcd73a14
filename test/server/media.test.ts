import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEDIA_CHUNK_BYTES } from '../../contract/media-range.ts';
import { formatIssue } from '../../server/content/import-issue.ts';
import { readContent } from '../../server/content/read.ts';
import { writeContent } from '../../server/content/write.ts';
import { inScope } from '../../server/context.ts';
import { writeVideo } from '../helpers/videos.ts';
import { openTestServer, type TestServer, type TestUser } from '../helpers/server.ts';

const lesson = (more: string) => `---
title: Listening
category: talk
language: en
order: 1
minutes: 8
${more}---
Wait three breaths.
`;

const SIZE = 2 * MEDIA_CHUNK_BYTES + 1234;

let server: TestServer;
let dir: string;
let learner: TestUser;
let film: Buffer;
let sha256: string;

async function imported() {
  const content = await readContent(dir);
  if (content.problems.length > 0) throw new Error(content.problems.map(formatIssue).join('\n'));
  const { scope } = server;
  return inScope(server.deps, scope, ({ tx, nextRev, received_at }) =>
    writeContent(tx, content, { scope, now: received_at, prune: false, nextRev }),
  );
}

const get = (headers: Record<string, string> = {}, who: TestUser | null = learner, sha = sha256) =>
  server.app.inject({
    url: `/media/${sha}`,
    headers: { ...(who && { authorization: `Bearer ${who.token}` }), ...headers },
  });

beforeAll(async () => {
  server = await openTestServer();
  learner = await server.user();
  dir = await mkdtemp(join(tmpdir(), 'haversack-media-'));
  await mkdir(join(dir, 'talk'));
  await writeFile(join(dir, 'talk/category.md'), '---\ntitle: Talking\nlanguage: en\norder: 1\n---\nHow to begin.\n');
  await writeVideo(join(dir, 'talk/film.mp4'), MEDIA_CHUNK_BYTES, 'first');
  await appendFile(join(dir, 'talk/film.mp4'), Buffer.alloc(MEDIA_CHUNK_BYTES + 1234, 'haversack'));
  await writeFile(join(dir, 'talk/said.txt'), 'Breathe in.\n\nBreathe out. <script>alert(1)</script>\n');
  await writeFile(join(dir, 'talk/01.md'), lesson('video: film.mp4\ntranscript: said.txt\n'));
  film = await readFile(join(dir, 'talk/film.mp4'));
  sha256 = createHash('sha256').update(film).digest('hex');
  await imported();
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await server.close();
});

describe('lesson video', () => {
  it('lists a lesson video with size, hash, type and sanitised transcript', async () => {
    const { body } = await server.call('lessons.list', { token: learner.token, body: {} });
    const [summary] = body['results'] as unknown as { id: string; media: unknown[]; transcript?: string }[];
    expect(summary?.media).toEqual([
      { kind: 'video', sha256, bytes: SIZE, mime: 'video/mp4', width: null, height: null, alt: '' },
    ]);
    expect(summary).not.toHaveProperty('transcript');
    const view = await server.call('lessons.view', { token: learner.token, params: { id: summary?.id ?? '' } });
    expect(view.body['transcript']).toBe('<p>Breathe in.</p>\n<p>Breathe out. </p>');
  });

  it('serves a video completely, byte for byte', async () => {
    const reply = await get();
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(SIZE),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      etag: `"${sha256}"`,
    });
    expect(reply.rawPayload.equals(film)).toBe(true);
  });

  it.each([
    ['bytes=0-9', 0, 9],
    [`bytes=${MEDIA_CHUNK_BYTES - 3}-${MEDIA_CHUNK_BYTES + 3}`, MEDIA_CHUNK_BYTES - 3, MEDIA_CHUNK_BYTES + 3],
    [`bytes=${MEDIA_CHUNK_BYTES}-${2 * MEDIA_CHUNK_BYTES - 1}`, MEDIA_CHUNK_BYTES, 2 * MEDIA_CHUNK_BYTES - 1],
    [`bytes=${2 * MEDIA_CHUNK_BYTES}-`, 2 * MEDIA_CHUNK_BYTES, SIZE - 1],
    ['bytes=-5', SIZE - 5, SIZE - 1],
  ])('serves the range %s of a video', async (range, from, to) => {
    const reply = await get({ range });
    expect(reply.statusCode).toBe(206);
    expect(reply.headers['content-range']).toBe(`bytes ${from}-${to}/${SIZE}`);
    expect(reply.rawPayload.equals(film.subarray(from, to + 1))).toBe(true);
  });

  it('responds to a video range with 416 beyond the end, and to a matching ETag with 304', async () => {
    const unsatisfiable = await get({ range: `bytes=${SIZE}-` });
    expect([unsatisfiable.statusCode, unsatisfiable.headers['content-range']]).toEqual([416, `bytes */${SIZE}`]);
    expect((await get({ 'if-none-match': `"${sha256}"` })).statusCode).toBe(304);
    expect((await get({ range: 'bytes=0-9', 'if-range': `"${sha256}"` })).statusCode).toBe(206);
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200);
  });

  it('serves a video only to people who may read its lesson', async () => {
    const memberWithoutAccess = await server.user({ subscribed_until: null });
    const stranger = await get({}, memberWithoutAccess);
    expect([stranger.statusCode, stranger.json().code]).toEqual([404, 'not_found']);
    expect((await get({}, learner, 'f'.repeat(64))).json().code).toBe('not_found');
    expect((await get({}, null)).statusCode).toBe(401);
    expect((await get({ authorization: 'Bearer none' }, null)).statusCode).toBe(401);
  });

  it('stores a video once and does not change it on a second import', async () => {
    const chunks = () =>
      server.db.selectFrom('media_chunks').select('chunk').where('scope', '=', server.scope).execute();
    expect(await chunks()).toHaveLength(3);
    expect(await imported()).toMatchObject({ added: 0, updated: 0 });
    await writeFile(join(dir, 'talk/said.txt'), 'Breathe in.\n');
    expect(await imported()).toMatchObject({ updated: 1 });
    expect(await chunks()).toHaveLength(3);
  });
});

describe('videos in a content folder', () => {
  const damagedFolder = join(tmpdir(), `haversack-sick-${process.pid}`);
  const problems = async (more: string): Promise<string[]> => {
    await writeFile(join(damagedFolder, 'talk/01.md'), lesson(more));
    return (await readContent(damagedFolder)).problems.map(formatIssue);
  };

  beforeAll(async () => {
    await mkdir(join(damagedFolder, 'talk'), { recursive: true });
    await writeFile(
      join(damagedFolder, 'talk/category.md'),
      '---\ntitle: Talking\nlanguage: en\norder: 1\n---\nHow.\n',
    );
    await writeVideo(join(damagedFolder, 'talk/large.mp4'), 500 * 1024 * 1024 + 1, 'large');
    await writeVideo(join(damagedFolder, 'talk/good.mp4'), 2000, 'good');
    await writeVideo(join(damagedFolder, 'talk/small.mp4'), 1000, 'small');
    await writeVideo(join(damagedFolder, 'talk/sound.mp3'), 100 * 1024 * 1024 + 1, 'sound', 'M4A ');
    await writeFile(join(damagedFolder, 'talk/page.mp4'), '<!doctype html><title>Portal</title>');
    await writeFile(join(damagedFolder, 'talk/latin.txt'), Buffer.from([0x66, 0xfc, 0x72]));
    return () => rm(damagedFolder, { recursive: true, force: true });
  });

  it.each([
    ['video: large.mp4\n', 'talk/01.md:7: video large.mp4 is larger than 500 MB'],
    ['audio: sound.mp3\n', 'talk/01.md:7: audio sound.mp3 is larger than 100 MB'],
    ['video: page.mp4\n', 'talk/01.md:7: video page.mp4 must be an MP4 or WebM video'],
    ['video: good.mp4\nvideo_360: page.mp4\n', 'talk/01.md:8: video_360 page.mp4 must be an MP4 or WebM video'],
    ['video_720: none.mp4\nvideo: good.mp4\n', 'talk/01.md:7: video_720 none.mp4 does not exist'],
    ['video_480: good.mp4\n', 'talk/01.md:7: video_480: is not a known key'],
    ['audio: page.mp4\n', 'talk/01.md:7: audio page.mp4 must be MP3, M4A, Ogg or WebM audio'],
    ['video: none.mp4\n', 'talk/01.md:7: video none.mp4 does not exist'],
    ['video: ../film.mp4\n', 'talk/01.md:7: video ../film.mp4 must be in the same folder as the lesson'],
    ['captions: page.mp4\n', 'talk/01.md:7: captions page.mp4 must be WebVTT captions'],
    ['transcript: said.md\n', 'talk/01.md:7: transcript said.md must be a .txt file'],
    ['transcript: latin.txt\n', 'talk/01.md:7: transcript latin.txt is not UTF-8 text'],
  ])('reports an issue of an imported video: %s', async (more, problem) =>
    expect(await problems(more)).toEqual([problem]),
  );

  it.each([
    [
      'video_720: good.mp4\nvideo_360: small.mp4\n',
      [
        [360, 1000],
        [720, 2000],
      ],
    ],
    [
      'video_360: small.mp4\nvideo: good.mp4\n',
      [
        [null, 2000],
        [360, 1000],
      ],
    ],
  ])('imports every quality variant of a video: %s', async (more, films) => {
    expect(await problems(more)).toEqual([]);
    const [read] = (await readContent(damagedFolder)).lessons;
    expect(read?.media.map(({ kind }) => kind)).toEqual(['video', 'video']);
    expect(read?.media.map(({ height, bytes }) => [height, bytes])).toEqual(films);
    expect(read?.mediaFiles).toHaveLength(2);
  });
});

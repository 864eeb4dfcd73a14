import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inScope } from '../../server/context.ts';
import { formatIssue } from '../../server/content/import-issue.ts';
import { readContent } from '../../server/content/read.ts';
import { writeContent } from '../../server/content/write.ts';
import { openTestServer, type TestServer } from '../helpers/server.ts';

const demo = join(import.meta.dirname, '../../server/demo/content');

const lesson = (more = '', body = 'Wait three breaths.\n\n<script>alert(1)</script>\n') => `---
title: Listening
category: talk
language: en
order: 1
minutes: 8
${more}---
${body}`;

const category = '---\ntitle: Talking\nlanguage: en\norder: 1\n---\nHow to begin.\n';

let server: TestServer;
let dir: string;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'haversack-content-'));
  await mkdir(join(dir, 'talk'));
  await writeFile(join(dir, 'talk/category.md'), category);
  await writeFile(join(dir, 'talk/01-listening.md'), lesson());
  return () => rm(dir, { recursive: true, force: true });
});

async function imported(scope: string, prune = false) {
  const content = await readContent(dir);
  const counts = await inScope(server.deps, scope, ({ tx, nextRev, received_at }) =>
    writeContent(tx, content, { scope, now: received_at, prune, nextRev }),
  );
  return { ...counts, problems: content.problems.map(formatIssue) };
}

const rows = (scope: string) =>
  server.db.selectFrom('lessons').selectAll().where('scope', '=', scope).orderBy('path').execute();

describe('content import', () => {
  it('imports a folder once; a repeated import changes nothing, not even a revision', async () => {
    expect(await imported('once')).toMatchObject({ added: 2, updated: 0, unchanged: 0, problems: [] });
    const before = await rows('once');
    expect(await imported('once')).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    expect(await rows('once')).toEqual(before);
  });

  it('keeps the id of a changed lesson and gives it a new revision', async () => {
    await imported('change');
    const [before] = await rows('change');
    await writeFile(join(dir, 'talk/01-listening.md'), lesson('free: true\n', 'Wait four.\n'));
    expect(await imported('change')).toMatchObject({ added: 0, updated: 1, unchanged: 1 });
    const [after] = await rows('change');
    expect(after).toMatchObject({ id: before?.id, free: true, body: '<p>Wait four.</p>' });
    expect(after?.rev).toBeGreaterThan(before?.rev ?? 0);
  });

  it('reports and keeps missing lessons, deletes them with --prune, and restores them under the same ids', async () => {
    await imported('gone');
    const [before] = await rows('gone');
    await rm(join(dir, 'talk/01-listening.md'));
    expect(await imported('gone')).toMatchObject({ removed: ['talk/01-listening.md'], pruned: 0 });
    expect((await rows('gone'))[0]?.deleted_at).toBeNull();
    expect(await imported('gone', true)).toMatchObject({ removed: ['talk/01-listening.md'], pruned: 1 });
    expect((await rows('gone'))[0]?.deleted_at).not.toBeNull();
    await writeFile(join(dir, 'talk/01-listening.md'), lesson());
    expect(await imported('gone')).toMatchObject({ updated: 1 });
    expect((await rows('gone'))[0]).toMatchObject({ id: before?.id, deleted_at: null });
  });

  it('removes scripts from lessons, and refers to their pictures by hash and with their sizes', async () => {
    await cp(join(demo, 'talking-with-people'), join(dir, 'talking-with-people'), { recursive: true });
    const content = await readContent(dir);
    const bodies = content.lessons.map(({ body }) => body).join('\n');
    expect(bodies).not.toMatch(/<script|onerror|javascript:/i);
    expect(bodies).toMatch(/<img src="\/media\/[0-9a-f]{64}" alt="[^"]+" width="\d+" height="\d+" loading="lazy"/);
  });
});

describe('issues of imported lessons', () => {
  const cases: [string, string, string][] = [
    ['no front matter', 'Just text.', 'talk/02.md:1: has no front matter: the file must begin with ---'],
    ['a missing key', lesson().replace('minutes: 8\n', ''), 'talk/02.md:1: minutes: is missing'],
    ['an unknown key', lesson('colour: red\n'), 'talk/02.md:7: colour: is not a known key'],
    [
      'an unsupported language',
      lesson().replace('language: en', 'language: fr'),
      'talk/02.md:4: language: is not allowed here',
    ],
    [
      'minutes that are not a number',
      lesson().replace('minutes: 8', 'minutes: many'),
      'talk/02.md:6: minutes: must be a whole number',
    ],
    [
      'a category that does not exist',
      lesson().replace('category: talk', 'category: walk'),
      'talk/02.md:1: category: there is no readable walk/category.md',
    ],
    [
      'a picture that does not exist',
      lesson('', 'One.\n\n![A cup](cup.webp)\n'),
      'talk/02.md:10: image cup.webp does not exist',
    ],
    [
      'a picture from another folder or site',
      lesson('', '![A cup](https://example.org/cup.webp)\n'),
      'talk/02.md:8: image https://example.org/cup.webp must be in the same folder as the lesson',
    ],
    ['no text', lesson('', '\n'), 'talk/02.md:8: has no text'],
  ];

  it.each(cases)('reports an issue in a lesson file with its line: %s', async (_, source, problem) => {
    await writeFile(join(dir, 'talk/02.md'), source);
    expect((await imported(`problem ${problem}`)).problems).toEqual([problem]);
  });

  it('the import checks the bytes of a picture and the encoding of a text file', async () => {
    await writeFile(join(dir, 'talk/cup.webp'), 'no picture at all');
    await writeFile(join(dir, 'talk/02.md'), lesson('cover: cup.webp\n'));
    await writeFile(join(dir, 'talk/03.md'), Buffer.from([0x2d, 0x2d, 0x2d, 0xff, 0xfe]));
    const { problems } = await imported('bytes');
    expect(problems).toEqual(['talk/02.md:1: image cup.webp is not an image', 'talk/03.md:1: is not UTF-8 text']);
  });

  it('the import rejects a missing folder and an empty one', async () => {
    expect((await readContent(join(dir, 'nowhere'))).problems).toHaveLength(1);
    await mkdir(join(dir, 'empty'));
    expect((await readContent(join(dir, 'empty'))).problems[0]?.text).toBe('contains no Markdown file');
  });

  it('the import does not treat an unreadable file as a removed one', async () => {
    await imported('kept');
    await writeFile(join(dir, 'talk/01-listening.md'), 'broken');
    expect(await imported('kept', true)).toMatchObject({ removed: [], pruned: 0 });
  });
});

describe('demo content', () => {
  it('the demo has at least four categories and 24 illustrated lessons in three languages', async () => {
    const { problems, categories, lessons } = await readContent(demo, new Date());
    expect(problems).toEqual([]);
    expect(categories.length).toBeGreaterThanOrEqual(4);
    expect(lessons.length).toBeGreaterThanOrEqual(24);
    expect(new Set(lessons.map(({ language }) => language))).toEqual(new Set(['ru', 'en', 'de']));
    expect(lessons.filter(({ media }) => media.length === 0)).toEqual([]);
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inScope } from '../../server/context.ts';
import { parseDatetime } from '../../server/content/datetimes.ts';
import { formatIssue } from '../../server/content/import-issue.ts';
import { readContent } from '../../server/content/read.ts';
import { writeContent } from '../../server/content/write.ts';
import { openTestServer, type TestServer } from '../helpers/server.ts';

const demo = join(import.meta.dirname, '../../server/demo/content');

const newsItem = (more = '', body = 'From Monday.\n\n<script>alert(1)</script>\n') => `---
title: The library moves
lead: Next door.
language: en
published_at: 2026-02-01 09:00
${more}---
${body}`;

const event = (more = '', times = 'starts_at: 2026-05-03 18:30\nends_at: 2026-05-03T20:30:00') => `---
title: Open evening
language: en
${times}
time_zone: Europe/Berlin
${more}---
Tea and time to talk.
`;

let server: TestServer;
let dir: string;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'haversack-news-'));
  await mkdir(join(dir, 'news'));
  await mkdir(join(dir, 'events'));
  return () => rm(dir, { recursive: true, force: true });
});

const put = (file: string, text: string) => writeFile(join(dir, file), text);

async function importFolder(scope: string, prune = false) {
  const content = await readContent(dir);
  const counts = await inScope(server.deps, scope, ({ tx, nextRev, received_at }) =>
    writeContent(tx, content, { scope, now: received_at, prune, nextRev }),
  );
  return { ...counts, problems: content.problems.map(formatIssue) };
}

const news = (scope: string) =>
  server.db.selectFrom('news').selectAll().where('scope', '=', scope).orderBy('published_at').execute();
const events = (scope: string) =>
  server.db.selectFrom('events').selectAll().where('scope', '=', scope).orderBy('path').execute();

describe('news and events from a folder', () => {
  it('imports sanitised news and events once, and updates them under the same ids', async () => {
    await put('news/01.md', newsItem('important: true\n'));
    await put('events/01.md', event('url: https://example.org/evening\n'));
    expect(await importFolder('once')).toMatchObject({ added: 2, problems: [] });
    expect(await importFolder('once')).toMatchObject({ added: 0, unchanged: 2 });
    const [before] = await news('once');
    expect(before).toMatchObject({
      body: '<p>From Monday.</p>',
      is_important: true,
      published_at: '2026-02-01T09:00:00.000Z',
    });
    expect((await events('once'))[0]).toMatchObject({
      starts_at: '2026-05-03T16:30:00.000Z',
      ends_at: '2026-05-03T18:30:00.000Z',
      url: 'https://example.org/evening',
    });
    await put('news/01.md', newsItem('', 'From Tuesday.'));
    expect(await importFolder('once')).toMatchObject({ updated: 1, unchanged: 1 });
    const [after] = await news('once');
    expect(after).toMatchObject({ id: before?.id, is_important: false, body: '<p>From Tuesday.</p>' });
    expect(after?.rev).toBeGreaterThan(before?.rev ?? 0);
  });

  it('deletes missing news and events only with --prune, and ignores a missing folder', async () => {
    await put('news/01.md', newsItem());
    await put('news/02.md', newsItem());
    await put('events/01.md', event());
    await importFolder('gone');
    await rm(join(dir, 'news/02.md'));
    await rm(join(dir, 'events/01.md'));
    expect(await importFolder('gone')).toMatchObject({ removed: ['news/02.md'], pruned: 0 });
    expect(await importFolder('gone', true)).toMatchObject({ removed: ['news/02.md'], pruned: 1 });
    expect((await events('gone'))[0]?.deleted_at).toBeNull();
    expect((await news('gone')).filter(({ deleted_at }) => deleted_at !== null)).toHaveLength(1);
  });

  it('reads an event from a YAML file', async () => {
    const lines = ['title: Walk', 'language: en', 'starts_at: 2026-05-03 11:00', 'ends_at: 2026-05-03 14:00'];
    const rest = ['time_zone: Asia/Almaty', 'description: |', '  Six *slow* kilometres.', ''];
    await put('events/walk.yaml', [...lines, ...rest].join('\n'));
    expect(await importFolder('yaml')).toMatchObject({ added: 1, problems: [] });
    expect((await events('yaml'))[0]).toMatchObject({
      description: '<p>Six <em>slow</em> kilometres.</p>',
      starts_at: '2026-05-03T06:00:00.000Z',
    });
  });
});

describe('news and events on devices', () => {
  const twoDigits = (index: number) => String(index).padStart(2, '0');
  const itemOfDay = (index: number) =>
    newsItem().replace('2026-02-01', `2026-01-${twoDigits(1 + Math.floor(index / 2))}`);

  it('mirrors the fifty newest news items per language, and gives a news item that drops out a new revision', async () => {
    for (let index = 0; index < 50; index += 1) await put(`news/${twoDigits(index)}.md`, itemOfDay(index));
    await put('news/ru.md', newsItem().replace('language: en', 'language: ru').replace('2026-02-01', '2025-01-01'));
    await importFolder('fifty');
    expect((await news('fifty')).filter(({ is_mirrored }) => !is_mirrored)).toEqual([]);
    const before = Math.max(...(await news('fifty')).map(({ rev }) => rev));
    await put('news/new.md', newsItem());
    await importFolder('fifty');
    const dropped = (await news('fifty')).filter(({ is_mirrored }) => !is_mirrored);
    expect(dropped).toHaveLength(1);
    expect(dropped[0]?.published_at).toBe('2026-01-01T09:00:00.000Z');
    expect(dropped[0]?.rev).toBeGreaterThan(before);
    await rm(join(dir, 'news/new.md'));
    await importFolder('fifty', true);
    expect((await news('fifty')).filter(({ is_mirrored }) => !is_mirrored)).toEqual([]);
  });

  it('still mirrors an event two months after its end, but not four months after it', async () => {
    await put('events/old.md', event('', 'starts_at: 2025-11-01 10:00\nends_at: 2025-11-01 11:00'));
    await put('events/new.md', event('', 'starts_at: 2026-01-01 10:00\nends_at: 2026-01-01 11:00'));
    await importFolder('over');
    expect((await events('over')).map(({ path, is_mirrored }) => [path, is_mirrored])).toEqual([
      ['events/new.md', true],
      ['events/old.md', false],
    ]);
  });
});

describe('issues of imported news and events', () => {
  const bad = 'must be a date and time such as 2026-05-03 18:30';
  const cases: [string, string, string, string][] = [
    ['news without a lead', 'news/x.md', newsItem().replace('lead: Next door.\n', ''), 'news/x.md:1: lead: is missing'],
    [
      'an invalid time',
      'news/x.md',
      newsItem().replace('2026-02-01 09:00', 'soon'),
      `news/x.md:5: published_at: ${bad}`,
    ],
    [
      'a day that does not exist',
      'news/x.md',
      newsItem().replace('2026-02-01', '2026-02-30'),
      'news/x.md:5: published_at: is not an existing date and time',
    ],
    [
      'a time relative to today',
      'news/x.md',
      newsItem().replace('2026-02-01 09:00', '-2d 09:00'),
      'news/x.md:5: published_at: must be absolute: only demo content may be relative to today',
    ],
    [
      'a picture from another folder or site',
      'news/x.md',
      newsItem('', '![A cup](https://example.org/cup.webp)\n'),
      'news/x.md:7: image https://example.org/cup.webp must be in the same folder as the news',
    ],
    [
      'an event that ends before it begins',
      'events/x.md',
      event('', 'starts_at: 2026-05-03 18:30\nends_at: 2026-05-03 18:00'),
      'events/x.md:5: ends_at: must be after starts_at',
    ],
    [
      'an event that lasts two months',
      'events/x.md',
      event('', 'starts_at: 2026-05-03 18:30\nends_at: 2026-07-03 18:00'),
      'events/x.md:5: ends_at: must be within 31 days of starts_at',
    ],
    [
      'an unknown time zone',
      'events/x.md',
      event().replace('Europe/Berlin', 'Berlin'),
      'events/x.md:6: time_zone: must be a time zone such as Europe/Berlin',
    ],
    [
      'an address that is not https',
      'events/x.md',
      event('url: javascript:alert(1)\n'),
      'events/x.md:7: url: must begin with https://',
    ],
    [
      'an unknown key in a YAML file',
      'events/x.yaml',
      'title: Walk\nlanguage: en\ncolour: red\n',
      'events/x.yaml:3: colour: is not a known key',
    ],
  ];

  it.each(cases)('reports an issue in a news or event file with its line: %s', async (_, file, source, problem) => {
    await put(file, source);
    expect((await importFolder(`problem ${problem}`)).problems).toContain(problem);
  });
});

describe('local times in content', () => {
  const today = new Date('2026-03-27T22:30:00.000Z');
  const cases: [string, string, string, string][] = [
    ['in summer', '2026-07-01 18:30', 'Europe/Berlin', '2026-07-01T16:30:00.000Z'],
    ['in winter', '2026-12-01T18:30', 'Europe/Berlin', '2026-12-01T17:30:00.000Z'],
    ['with its own offset', '2026-07-01T18:30:00+05:00', 'Europe/Berlin', '2026-07-01T13:30:00.000Z'],
    ['a date alone', '2026-07-01', 'UTC', '2026-07-01T00:00:00.000Z'],
    ['in a skipped hour', '2026-03-29 02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['in a skipped hour west of Greenwich', '2026-03-08 02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['in a repeated hour, the first time', '2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['relative to today across a clock change', '+3d 18:30', 'Europe/Berlin', '2026-03-30T16:30:00.000Z'],
    ['relative to today where it is already tomorrow', '+1d 09:00', 'Asia/Almaty', '2026-03-29T04:00:00.000Z'],
    ['yesterday', '-1d 09:00', 'UTC', '2026-03-26T09:00:00.000Z'],
  ];
  it.each(cases)('converts a local time in content to an instant: %s', (_, text, zone, expected) => {
    expect(parseDatetime(text, { zone, today })).toBe(expected);
  });
});

describe('demo content', () => {
  it('demo content has published news and upcoming events in three languages', async () => {
    const today = new Date('2026-10-20T12:00:00.000Z');
    const content = await readContent(demo, today);
    expect(content.problems).toEqual([]);
    for (const list of [content.news, content.events]) {
      const count = (language: string) => list.filter((row) => row.language === language).length;
      expect([count('en'), count('ru'), count('de')]).toEqual([6, 3, 3]);
    }
    expect(content.events.filter(({ starts_at }) => starts_at <= today.toISOString())).toEqual([]);
    expect(content.news.filter(({ published_at }) => published_at > today.toISOString())).toEqual([]);
    expect(content.news.filter(({ is_important }) => is_important).length).toBeGreaterThanOrEqual(3);
  });
});

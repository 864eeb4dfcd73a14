import type { MediaItem } from '../../contract/entities/lesson.ts';
import { Lang, text } from '../../contract/fields.ts';
import { z } from '../../contract/zod.ts';
import { isZone } from '../../contract/zones.ts';
import { lineOf, parseFrontMatter, type ParsedFrontMatter } from './front-matter.ts';
import { hashParts } from './hash.ts';
import { toHtml } from './html.ts';
import type { ImageFile } from './images.ts';
import { parseDatetime, quoteTimes } from './datetimes.ts';
import { readImageSet } from './image-set.ts';
import type { ImportIssue } from './import-issue.ts';

const MAX_LENGTH_MS = 31 * 86_400_000;
const datetime = z.string({ error: 'must be a date and time such as 2026-05-03 18:30' });

const EventHead = z.strictObject({
  title: text(1, 200),
  language: Lang,
  starts_at: datetime,
  ends_at: datetime,
  time_zone: text(1, 60).check(z.refine(isZone, { error: 'must be a time zone such as Europe/Berlin' })),
  place: z._default(text(0, 200), ''),
  url: z.optional(
    text(1, 500).check(
      z.refine((url) => /^https:\/\/./.test(url) && URL.canParse(url), { error: 'must begin with https://' }),
    ),
  ),
  cover: z.optional(text(1, 200)),
});
type EventHead = z.infer<typeof EventHead>;

/** A YAML file has no body, so the description is the value of a key. */
const YamlEvent = z.extend(EventHead, { description: text(1, 20_000) });

export interface EventDraft {
  path: string;
  title: string;
  language: Lang;
  description: string;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  place: string;
  url: string | null;
  media: MediaItem[];
  images: ImageFile[];
  source_hash: string;
}

export const isYaml = (file: string): boolean => /\.ya?ml$/.test(file);

/** Reads the front matter and the description from a Markdown or YAML file. */
function readParts(file: string, source: string): { parsed?: ParsedFrontMatter<EventHead>; problems: ImportIssue[] } {
  if (!isYaml(file)) return parseFrontMatter(file, quoteTimes(source), EventHead);
  const { parsed, problems } = parseFrontMatter(file, quoteTimes(`---\n${source}\n---\n`), YamlEvent);
  if (!parsed) return { problems: problems.map((problem) => ({ ...problem, line: Math.max(1, problem.line - 1) })) };
  const { description, ...head } = parsed.head;
  return { parsed: { head, body: description, body_line: lineOf(source, 'description') }, problems };
}

/** Parses the start and end of an event in its time zone. Returns the issues found in them. */
function timesOf(
  file: string,
  source: string,
  head: EventHead,
  today: Date | null,
): { starts_at: string; ends_at: string; problems: ImportIssue[] } {
  const problems: ImportIssue[] = [];
  const report = (key: string, reason: string) =>
    problems.push({ file, line: lineOf(source, key), text: `${key}: ${reason}` });
  const readTime = (key: 'starts_at' | 'ends_at'): string => {
    try {
      return parseDatetime(head[key], { zone: head.time_zone, today });
    } catch (error) {
      report(key, error instanceof Error ? error.message : 'is not allowed here');
      return '';
    }
  };
  const [starts_at, ends_at] = [readTime('starts_at'), readTime('ends_at')];
  if (problems.length === 0) {
    const length = Date.parse(ends_at) - Date.parse(starts_at);
    if (length <= 0) report('ends_at', 'must be after starts_at');
    if (length > MAX_LENGTH_MS) report('ends_at', 'must be within 31 days of starts_at');
  }
  return { starts_at, ends_at, problems };
}

/** Reads one event. Relative times such as "+6d 18:30" are relative to `today`. */
export async function readEvent(
  dir: string,
  file: string,
  source: string,
  today: Date | null,
): Promise<{ event?: EventDraft; problems: ImportIssue[] }> {
  const { parsed, problems } = readParts(file, source);
  if (!parsed) return { problems };
  const { head, body, body_line } = parsed;
  if (body.trim() === '') return { problems: [{ file, line: body_line, text: 'has no text' }] };
  const pictures = await readImageSet(dir, file, parsed, 'event');
  const times = timesOf(file, source, head, today);
  const issues = [...times.problems, ...pictures.problems];
  if (issues.length > 0) return { problems: issues };
  const { title, language, time_zone, place, url = null } = head;
  const { starts_at, ends_at } = times;
  const images = [...pictures.found.values()];
  const source_hash = hashParts(source, ...images.map((image) => image.sha256));
  const fields = { title, language, starts_at, ends_at, time_zone, place, url };
  const description = toHtml(body, pictures.found);
  return { event: { ...fields, path: file, description, media: pictures.media, images, source_hash }, problems };
}

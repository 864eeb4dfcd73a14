import matter from 'gray-matter';
import { categoryColors } from '../../contract/values.ts';
import { Lang, text } from '../../contract/fields.ts';
import { z } from '../../contract/zod.ts';
import type { ImportIssue } from './import-issue.ts';

const position = z
  .int({ error: 'must be a whole number' })
  .check(z.gte(0, { error: 'must not be negative' }), z.lte(100_000));

export const LessonFrontMatter = z.strictObject({
  title: text(1, 200),
  category: text(1, 100),
  language: Lang,
  order: position,
  minutes: z
    .int({ error: 'must be a whole number' })
    .check(z.gte(1, { error: 'must be 1 to 600' }), z.lte(600, { error: 'must be 1 to 600' })),
  cover: z.optional(text(1, 200)),
  video: z.optional(text(1, 200)),
  video_360: z.optional(text(1, 200)),
  video_540: z.optional(text(1, 200)),
  video_720: z.optional(text(1, 200)),
  audio: z.optional(text(1, 200)),
  captions: z.optional(text(1, 200)),
  transcript: z.optional(text(1, 200)),
  free: z._default(z.boolean(), false),
});
export type LessonFrontMatter = z.infer<typeof LessonFrontMatter>;

export const CategoryFrontMatter = z.strictObject({
  title: text(1, 200),
  language: Lang,
  order: position,
  color: z._default(z.enum(categoryColors, { error: `must be one of ${categoryColors.join(', ')}` }), 'teal'),
});
export type CategoryFrontMatter = z.infer<typeof CategoryFrontMatter>;

export interface ParsedFrontMatter<T> {
  head: T;
  body: string;
  /** Number of the line on which the body begins, starting at 1. */
  body_line: number;
}

const issueTexts: Record<string, string> = {
  empty: 'must not be empty',
  too_long: 'is too long',
  invalid: 'is not allowed here',
};

/** Returns the line number of a key in the front matter, starting at 1; returns 1 if the key is missing. */
export function lineOf(source: string, key: string): number {
  const index = source.split('\n').findIndex((line) => line.startsWith(`${key}:`));
  return index < 0 ? 1 : index + 1;
}

function yamlLine(error: unknown): number {
  const mark: unknown = typeof error === 'object' && error !== null && 'mark' in error ? error.mark : null;
  const line: unknown = typeof mark === 'object' && mark !== null && 'line' in mark ? mark.line : 0;
  // The parser counts lines from 0 and does not count the opening line of dashes.
  return typeof line === 'number' ? line + 2 : 1;
}

/** Parses front matter with a schema. Each issue contains the file, the line of the key, and the reason. */
export function parseFrontMatter<T>(
  file: string,
  source: string,
  schema: z.ZodMiniType<T>,
): { parsed?: ParsedFrontMatter<T>; problems: ImportIssue[] } {
  if (!/^---\r?\n/.test(source))
    return { problems: [{ file, line: 1, text: 'has no front matter: the file must begin with ---' }] };
  let read: matter.GrayMatterFile<string>;
  try {
    // The empty options object disables the cache of gray-matter. With the cache, gray-matter would report the error of
    // a malformed file only the first time that it reads the file.
    read = matter(source, {});
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    return { problems: [{ file, line: yamlLine(error), text: `the front matter is not valid YAML: ${reason}` }] };
  }
  const head = schema.safeParse(read.data);
  if (!head.success) {
    const problems = head.error.issues.flatMap((issue) => {
      const keys = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? '')];
      const reason =
        issue.code === 'unrecognized_keys' ? 'is not a known key' : (issueTexts[issue.message] ?? issue.message);
      return keys.map((key) => ({
        file,
        line: lineOf(source, key),
        text: `${key}: ${key in read.data ? reason : 'is missing'}`,
      }));
    });
    return { problems };
  }
  const before = source.slice(0, source.length - read.content.length);
  return { parsed: { head: head.data, body: read.content, body_line: before.split('\n').length }, problems: [] };
}

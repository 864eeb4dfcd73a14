import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import matter from 'gray-matter';
import { marked } from 'marked';
import type { Plugin } from 'vite';

// The pages of locales/pages as modules: `virtual:page/privacy/en` exports that file's HTML, title and version.

const prefix = 'virtual:page/';
const folder = join(import.meta.dirname, '../locales/pages');

interface PageFacts {
  title?: unknown;
  version?: unknown;
}

/** YAML parses a date into a Date; returns it as it was written. */
const written = (version: unknown): unknown => (version instanceof Date ? version.toISOString().slice(0, 10) : version);

async function moduleOf(name: string, locale: string): Promise<string> {
  const { data, content } = matter(await readFile(join(folder, `${name}.${locale}.md`), 'utf8'));
  const { title, version } = data as PageFacts;
  if (typeof title !== 'string') throw new Error(`locales/pages/${name}.${locale}.md has no title`);
  const html = await marked.parse(content);
  return `export const page = ${JSON.stringify({ title, version: written(version), html })};`;
}

/** Serves the public pages. */
export function publicPages(): Plugin {
  return {
    name: 'haversack-public-pages',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load: (id) => {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const [name = '', locale = ''] = id.slice(prefix.length + 1).split('/');
      return moduleOf(name, locale);
    },
  };
}

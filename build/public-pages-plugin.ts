import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import matter from 'gray-matter';
import { marked } from 'marked';
import type { Plugin } from 'vite';

// Provides the pages in locales/pages as modules: `virtual:page/privacy/en` exports the HTML, title and version of that
// page.

const prefix = 'virtual:page/';
const folder = join(import.meta.dirname, '../locales/pages');

interface FrontMatter {
  title?: unknown;
  version?: unknown;
}

/** Returns the version as it is written in the file: the YAML parser converts a date into a Date. */
const versionAsWritten = (version: unknown): unknown =>
  version instanceof Date ? version.toISOString().slice(0, 10) : version;

async function moduleOf(name: string, locale: string): Promise<string> {
  const { data, content } = matter(await readFile(join(folder, `${name}.${locale}.md`), 'utf8'));
  const { title, version } = data as FrontMatter;
  if (typeof title !== 'string') throw new Error(`locales/pages/${name}.${locale}.md has no title`);
  const html = await marked.parse(content);
  return `export const page = ${JSON.stringify({ title, version: versionAsWritten(version), html })};`;
}

/** Vite plugin that serves the public pages as modules. */
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

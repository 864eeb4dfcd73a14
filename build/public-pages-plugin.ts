import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import matter from 'gray-matter';
import { marked } from 'marked';
import type { Plugin } from 'vite';
import { virtualModulesPlugin } from './virtual-modules.ts';

// Provides the pages in locales/pages as modules: for example, `virtual:page/privacy/en` exports the HTML, title and
// version of the English privacy policy.

const folder = join(import.meta.dirname, '../locales/pages');

interface FrontMatter {
  title?: unknown;
  version?: unknown;
}

/**
 * Returns the version as it is written in the file. The YAML parser converts a version that looks like a date into a
 * Date.
 */
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
export const publicPagesPlugin = (): Plugin =>
  virtualModulesPlugin('haversack-public-pages', 'virtual:page/', (path) => {
    const [name = '', locale = ''] = path.split('/');
    return moduleOf(name, locale);
  });

import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { getConfig } from '@lingui/conf';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { Plugin } from 'vite';
import { errorTexts } from '../contract/error-texts.ts';
import { entryRoutes } from './entry-routes.ts';

// Splits each catalog in two: `virtual:texts/en/first` holds the texts of the entry screens, `virtual:texts/en/rest`
// all others, so that the first screen does not wait for texts it does not show.

/** The modules loaded after login. Their texts, and those of their static imports, belong to the first part. */
const beginnings = ['src/main.tsx', 'src/app/frame.tsx', entryRoutes.dashboard, entryRoutes.today];

/** Its texts are in the catalogues by code. */
const ERROR_TEXTS = 'contract/error-texts.ts';

const prefix = 'virtual:texts/';
const root = join(import.meta.dirname, '..');

/** Collects a source file and its static imports, transitively; dynamic imports are left out. */
async function closure(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const source = await readFile(file, 'utf8');
  for (const [statement, path] of source.matchAll(/^(?:import|export)\s[^;]*?from\s+'(\.[^']+\.tsx?)';/gms))
    if (path && !/^import type\b/.test(statement)) await closure(resolve(dirname(file), path), seen);
  return seen;
}

async function firstFiles(): Promise<Set<string>> {
  const seen = new Set<string>();
  for (const file of beginnings) await closure(join(root, file), seen);
  return new Set([...seen].map((file) => relative(root, file)));
}

/** The texts of error codes by their code, which the server sends. Screens may show the same text elsewhere. */
const ofErrors = (messages: Record<string, string>): [string, string][] =>
  Object.entries(errorTexts).map(([code, text]) => [`error.${code}`, messages[generateMessageId(text)] ?? text]);

async function compiled(locale: string, isFirst: boolean): Promise<string> {
  const config = getConfig({ cwd: root });
  const [catalog] = await getCatalogs(config);
  const { messages } = await catalog!.getTranslations(locale, {
    fallbackLocales: config.fallbackLocales,
    sourceLocale: config.sourceLocale,
  });
  const known = (await catalog!.read(locale)) ?? {};
  const files = await firstFiles();
  const wanted = Object.entries(messages).filter(([id]) => {
    const origins = (known[id]?.origin ?? []).filter(([file]) => file !== ERROR_TEXTS);
    return origins.length > 0 && origins.some(([file]) => files.has(file)) === isFirst;
  });
  const texts = Object.fromEntries([...wanted, ...(isFirst ? [] : ofErrors(messages))]);
  const { source, errors } = createCompiledCatalog(locale, texts, { namespace: 'es' });
  if (errors.length > 0) throw new Error(`${locale}: ${errors.map(({ error }) => error.message).join(', ')}`);
  return source;
}

/** Parts of catalogs, and dayjs's names of months and days. English ones are part of dayjs itself. */
export const messageModule = /(?:virtual:texts|\/dayjs\/esm\/locale)\/(?!en\.js)(\w+)(?:\/(\w+)|\.js)$/;

/** The chunk of a message module: names of months and days go with the first part. Null for all other modules. */
export function messageChunk(id: string): string | null {
  const [, language, part = 'first'] = messageModule.exec(id) ?? [];
  return language ? `${language}-${part}` : null;
}

/** Serves the catalogs in parts. */
export function textParts(): Plugin {
  return {
    name: 'haversack-text-parts',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load: (id) => {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const [locale = '', part] = id.slice(prefix.length + 1).split('/');
      return compiled(locale, part === 'first');
    },
  };
}

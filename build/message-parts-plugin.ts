import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { getConfig } from '@lingui/conf';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { Plugin } from 'vite';
import { errorTexts } from '../contract/error-texts.ts';
import { entryRoutes } from './entry-routes.ts';
import { virtualModulesPlugin } from './virtual-modules.ts';

// Splits each message catalog, so that the first screen does not wait for messages that it does not show:
// `virtual:texts/en/first` contains the messages of the entry screens after a login, `virtual:texts/en/rest` all others.
// `virtual:texts/en/login` repeats those of the login screen, which need neither of the other parts.

type Part = 'first' | 'login' | 'rest';

/** The modules whose messages, and those of their static imports, belong to a part of a catalog. */
const entryModules: Record<Exclude<Part, 'rest'>, readonly string[]> = {
  first: ['src/main.tsx', 'src/app/frame.tsx', entryRoutes.dashboard, entryRoutes.today],
  login: [entryRoutes.login],
};

/** In the catalogs, the messages of this file have their error codes as keys. */
const ERROR_TEXTS = 'contract/error-texts.ts';

const root = join(import.meta.dirname, '..');

/** Returns a source file and, transitively, the files that it imports statically. Dynamic imports are left out. */
async function collectImports(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const source = await readFile(file, 'utf8');
  for (const [statement, path] of source.matchAll(/^(?:import|export)\s[^;]*?from\s+'(\.[^']+\.tsx?)';/gms))
    if (path && !/^import type\b/.test(statement)) await collectImports(resolve(dirname(file), path), seen);
  return seen;
}

async function filesOf(part: Exclude<Part, 'rest'>): Promise<Set<string>> {
  const seen = new Set<string>();
  for (const file of entryModules[part]) await collectImports(join(root, file), seen);
  return new Set([...seen].map((file) => relative(root, file)));
}

/**
 * Returns the translated message of each error code, keyed by the code. The keys are not the ids of the messages,
 * because an id depends only on the English text, and a screen may have a message with the same text.
 */
const errorMessages = (messages: Record<string, string>): [string, string][] =>
  Object.entries(errorTexts).map(([code, text]) => [`error.${code}`, messages[generateMessageId(text)] ?? text]);

async function compileCatalogPart(locale: string, part: Part): Promise<string> {
  const config = getConfig({ cwd: root });
  const [catalog] = await getCatalogs(config);
  const { messages } = await catalog!.getTranslations(locale, {
    fallbackLocales: config.fallbackLocales,
    sourceLocale: config.sourceLocale,
  });
  const savedMessages = (await catalog!.read(locale)) ?? {};
  const files = await filesOf(part === 'login' ? 'login' : 'first');
  const wanted = Object.entries(messages).filter(([id]) => {
    const origins = (savedMessages[id]?.origin ?? []).filter(([file]) => file !== ERROR_TEXTS);
    return origins.length > 0 && origins.some(([file]) => files.has(file)) === (part !== 'rest');
  });
  const texts = Object.fromEntries([...wanted, ...(part === 'rest' ? errorMessages(messages) : [])]);
  const { source, errors } = createCompiledCatalog(locale, texts, { namespace: 'es' });
  if (errors.length > 0) throw new Error(`${locale}: ${errors.map(({ error }) => error.message).join(', ')}`);
  return source;
}

/**
 * Matches the parts of the catalogs and the dayjs locales (names of months and days). The English locale is left out,
 * because it is part of dayjs itself.
 */
export const messageModule = /(?:virtual:texts|\/dayjs\/esm\/locale)\/(?!en\.js)(\w+)(?:\/(\w+)|\.js)$/;

/**
 * Returns the chunk name of a message module; dayjs locales belong to the first part of a catalog. Returns null for all
 * other modules.
 */
export function messageChunk(id: string): string | null {
  const [, language, part = 'first'] = messageModule.exec(id) ?? [];
  return language ? `${language}-${part}` : null;
}

/** Vite plugin that serves the parts of the message catalogs as modules. */
export const messagePartsPlugin = (): Plugin =>
  virtualModulesPlugin('haversack-text-parts', 'virtual:texts/', (path) => {
    const [locale = '', part] = path.split('/');
    return compileCatalogPart(locale, part as Part);
  });

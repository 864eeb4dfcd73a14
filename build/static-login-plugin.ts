import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Alias, type Plugin, type PluginOption } from 'vite';
import { languages } from '../contract/preference-values.ts';
import type { Lang } from '../contract/fields.ts';
import { replaceInPage } from './replace-in-page.ts';
import { scopedName } from './scoped-name.ts';
import { virtualModulesPlugin } from './virtual-modules.ts';

interface Options {
  /** Creates the plugins of the nested build. Each build needs new plugin objects, because plugins hold state. */
  plugins: () => PluginOption[];
  alias: Alias[];
}

/** The place in index.html where the login screens are inserted. */
const PLACE = '<!--login-->';

/** The login screen refers to the worker, which does not run during the build. */
const noWorkers: Plugin = {
  name: 'haversack-no-workers',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('?worker&url') ? '\0no-worker' : undefined),
  load: (id) => (id === '\0no-worker' ? 'export default "";' : undefined),
};

const ENTRY = 'virtual:static-login';

/** The module of the nested build, which returns the HTML of the login screen in a language. */
const entry = `
  import { renderStaticLogin } from '/src/app/static-login.tsx';
  const texts = {${languages.map((language) => `${language}: () => import('virtual:texts/${language}/login')`).join()}};
  export const render = async (language) => renderStaticLogin(language, (await texts[language]()).messages);
`;

/** Renders the login screen with the components of the app. */
async function renderLogins(root: string, { plugins, alias }: Options): Promise<string> {
  const folder = await mkdtemp(join(root, 'node_modules/.static-login-'));
  try {
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      plugins: [
        noWorkers,
        virtualModulesPlugin('haversack-static-login', ENTRY, () => Promise.resolve(entry)),
        plugins(),
      ],
      resolve: { alias },
      css: { modules: { generateScopedName: scopedName } },
      ssr: { noExternal: [/@tabler/] },
      build: {
        ssr: true,
        outDir: folder,
        minify: false,
        rolldownOptions: { input: { login: ENTRY }, output: { entryFileNames: 'login.mjs' } },
      },
    });
    const { render } = (await import(pathToFileURL(join(folder, 'login.mjs')).href)) as {
      render: (language: Lang) => Promise<string>;
    };
    const logins = await Promise.all(
      languages.map(async (language) => `<template lang="${language}">${await render(language)}</template>`),
    );
    return logins.join('\n    ');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Vite plugin that inserts the login screen into the built page, in each language. See: [Note: Static login] */
export function staticLoginPlugin(options: Options): Plugin {
  let root = '';
  return {
    name: 'haversack-static-login',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (page) => replaceInPage(page, PLACE, await renderLogins(root, options)),
    },
  };
}

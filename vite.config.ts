import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import localesPlugin from '@react-aria/optimize-locales-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootScriptPlugin } from './build/boot-script-plugin.ts';
import { entryChunk, entryChunksPlugin } from './build/entry-chunks-plugin.ts';
import { preloadHeadersPlugin } from './build/preload-headers-plugin.ts';
import { publicPagesPlugin } from './build/public-pages-plugin.ts';
import { messageChunk, messageModule, messagePartsPlugin } from './build/message-parts-plugin.ts';
import { scopedName } from './build/scoped-name.ts';
import { serviceWorkerPlugin } from './build/service-worker-plugin.ts';
import { slimPackagesPlugin } from './build/slim-packages-plugin.ts';
import { sortedStylesPlugin } from './build/sorted-styles-plugin.ts';
import { staticLoginPlugin } from './build/static-login-plugin.ts';

/** Plugins that load the catalogues and compile Lingui's macros. Vitest and the service worker use the same ones. */
export const texts = () => [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })];

/** The oldest browsers with light-dark() and nesting, which our style sheets need. */
export const browsers = ['chrome123', 'firefox121', 'safari17.5'];

/** Uses smaller builds of packages whose default builds are for browsers of 2015 or for scripts without modules. */
const alias = [
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
  { find: /^dayjs(\/locale\/\w+\.js)?$/, replacement: 'dayjs/esm$1' },
  // These two packages polyfill a hook that our version of React contains.
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
  { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
];

/** Chunks load their styles in any order, so each must declare the order of the cascade layers. */
const layers = {
  postcssPlugin: 'layers-first',
  Once: (sheet: { prepend(css: string): void }) => sheet.prepend('@layer reset, tokens, base, parts;'),
};

const server = `http://127.0.0.1:${process.env['API_PORT'] ?? 8081}`;

export default defineConfig({
  plugins: [
    react(),
    texts(),
    messagePartsPlugin(),
    publicPagesPlugin(),
    entryChunksPlugin(),
    preloadHeadersPlugin(),
    sortedStylesPlugin(),
    slimPackagesPlugin(),
    bootScriptPlugin({ browsers }),
    staticLoginPlugin({ plugins: () => [react(), texts(), messagePartsPlugin(), slimPackagesPlugin()], alias }),
    // React Aria contains texts in 30 languages, of which we use three.
    localesPlugin.vite({ locales: ['en-US', 'ru-RU', 'de-DE'] }),
    serviceWorkerPlugin({ plugins: texts, browsers, alias }),
  ],
  resolve: { alias },
  css: { postcss: { plugins: [layers] }, modules: { generateScopedName: scopedName } },
  worker: {
    format: 'es',
    plugins: () => [slimPackagesPlugin(), ...texts()],
    // A worker imports statically what the page imports dynamically, which is intended and needs no warning.
    rolldownOptions: {
      checks: { ineffectiveDynamicImport: false },
      // Bundles the initial code of a worker into one file.
      output: {
        codeSplitting: {
          groups: [
            { name: 'core', tags: ['$initial'] },
            // What several lazily loaded parts need. In files of their own, forty small ones would load level by level.
            { name: 'worker-parts', minShareCount: 2 },
          ],
        },
      },
    },
  },
  build: {
    outDir: 'dist/web',
    target: browsers,
    sourcemap: false,
    reportCompressedSize: false,
    modulePreload: {
      polyfill: false,
      // A lazy chunk lists its own imports. Repeating them at each import() would make the first screens larger. Only
      // the table of people loads all its files at once, because there are so many. Vite adds the styles itself.
      resolveDependencies: (_, deps, { hostId, hostType }) =>
        hostType === 'html' || hostId.includes('/people-screen-') ? deps : [],
    },
    // Inline scripts and fonts would violate the content security policy, so every asset is a separate file.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // A shorter hash (seven characters, the minimum here) makes the first screens smaller: they name all lazy chunks.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            {
              name: 'base',
              // What only lazily loaded screens need of these packages is in chunks of theirs.
              tags: ['$initial'],
              test: /node_modules\/(react|react-dom|scheduler|dexie|dexie-react-hooks|@tanstack\/(?!react-virtual|virtual|react-table|table-core)[\w-]+|@lingui\/\w+|use-sync-external-store)\//,
            },
            {
              debugName: 'texts',
              name: messageChunk,
              test: messageModule,
              includeDependenciesRecursively: false,
            },
            { name: entryChunk, debugName: 'first screens', includeDependenciesRecursively: false },
            // One style sheet for all other screens: the first of them loads it, and the others have it already.
            { name: 'styles', test: /\.css$/ },
          ],
        },
      },
    },
  },
  server: {
    port: Number(process.env['PORT'] ?? 8080),
    strictPort: true,
    proxy: { '/api': server, '/media': server, '/healthz': server, '/readyz': server },
  },
});

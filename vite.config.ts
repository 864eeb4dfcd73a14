import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import localesPlugin from '@react-aria/optimize-locales-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { entryChunk, entryChunks } from './build/entry-chunks.ts';
import { preloadHeaders } from './build/preload-headers.ts';
import { publicPages } from './build/public-pages.ts';
import { messageChunk, messageModule, textParts } from './build/message-parts.ts';
import { serviceWorker } from './build/service-worker-plugin.ts';

/** The texts: catalogs imported as they are, macros turned into calls. Vitest and the service worker use the same. */
export const texts = () => [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })];

/** The oldest browsers with light-dark() and nesting, which our style sheets need. */
export const browsers = ['chrome123', 'firefox121', 'safari17.5'];

/** The default builds are for browsers of 2015, or for scripts without modules; these are smaller. */
const alias = [
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
  { find: /^dayjs(\/locale\/\w+\.js)?$/, replacement: 'dayjs/esm$1' },
];

/** Chunks bring their styles in any order; whichever comes first must name the layers in theirs. */
const layers = {
  postcssPlugin: 'layers-first',
  Once: (sheet: { prepend(css: string): void }) => sheet.prepend('@layer reset, tokens, base, parts;'),
};

const server = `http://127.0.0.1:${process.env['API_PORT'] ?? 8081}`;

export default defineConfig({
  plugins: [
    react(),
    texts(),
    textParts(),
    publicPages(),
    entryChunks(),
    preloadHeaders(),
    // Components carry 30 languages; we speak three.
    localesPlugin.vite({ locales: ['en-US', 'ru-RU', 'de-DE'] }),
    serviceWorker({ plugins: texts, browsers, alias }),
  ],
  resolve: { alias },
  css: { postcss: { plugins: [layers] } },
  worker: {
    format: 'es',
    plugins: texts,
    // What the page loads later, the worker needs at once.
    rolldownOptions: {
      checks: { ineffectiveDynamicImport: false },
      // What a worker starts with is one file, and so is what the page starts with beside its libraries.
      output: { codeSplitting: { groups: [{ name: 'core', tags: ['$initial'] }] } },
    },
  },
  build: {
    outDir: 'dist/web',
    target: browsers,
    sourcemap: false,
    reportCompressedSize: false,
    modulePreload: {
      polyfill: false,
      // A lazy chunk names its own imports; listing them once more beside each import() weighs on the first screens.
      resolveDependencies: (_, deps, { hostType }) =>
        hostType === 'js' ? deps.filter((dep) => dep.endsWith('.css')) : deps,
    },
    // Inline scripts and fonts would break the content policy; every asset is a file of its own.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|dexie|dexie-react-hooks|@tanstack\/(?!react-virtual|virtual)[\w-]+|@lingui\/\w+|use-sync-external-store)\//,
            },
            {
              debugName: 'texts',
              name: messageChunk,
              test: messageModule,
              includeDependenciesRecursively: false,
            },
            { name: 'app', tags: ['$initial'], includeDependenciesRecursively: false },
            { name: entryChunk, debugName: 'first screens', includeDependenciesRecursively: false },
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

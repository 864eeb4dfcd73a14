import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Alias, type PluginOption, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { injectManifest } from 'workbox-build';
import { makePrecacheBundles } from './make-precache-bundles.ts';

interface Options {
  /** Creates the plugins of the nested build. Each build needs new plugin objects, because plugins hold state. */
  plugins: () => PluginOption[];
  browsers: string[];
  alias: Alias[];
}

const fileName = 'sw.js';

/** Bundles the service worker into one classic script, because not all browsers support module service workers. */
async function bundle({ root, define }: ResolvedConfig, options: Options, outDir: string | null): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode: outDir ? 'production' : 'development',
    plugins: options.plugins(),
    ...(define && { define }),
    resolve: { alias: options.alias },
    build: {
      target: options.browsers,
      write: outDir !== null,
      emptyOutDir: false,
      minify: outDir !== null,
      reportCompressedSize: false,
      ...(outDir && { outDir }),
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'sw/service-worker.ts'),
        // These warnings are expected: a single script contains the code of its dynamic imports.
        checks: { ineffectiveDynamicImport: false, emptyImportMeta: false },
        output: { format: 'iife', codeSplitting: false, entryFileNames: fileName },
      },
    },
  });
  const [output] = [result].flat() as Rolldown.RolldownOutput[];
  return output?.output[0].code ?? '';
}

/**
 * Inserts the precache manifest into the built service worker: the page and all chunks, styles, icons and languages.
 */
async function precache(outDir: string): Promise<void> {
  const script = join(outDir, fileName);
  const bundles = await makePrecacheBundles(outDir);
  const code = await readFile(script, 'utf8');
  await writeFile(script, code.replace('self.__PRECACHE_BUNDLES', JSON.stringify(bundles)));
  const { warnings } = await injectManifest({
    swSrc: script,
    swDest: script,
    globDirectory: outDir,
    globPatterns: ['{index.html,manifest.webmanifest,icons/*.png,assets/**/*}'],
    globIgnores: bundles.map(({ url }) => url.slice(1)),
    // File names in assets/ contain a content hash, so Workbox needs no revision for them.
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
  });
  if (warnings.length > 0) throw new Error(`precache: ${warnings.join('; ')}`);
}

/**
 * Vite plugin that builds sw/service-worker.ts to /sw.js. A production build does so after the page is built, the
 * development server on each request.
 */
export function serviceWorkerPlugin(options: Options): Plugin {
  let config: ResolvedConfig;
  let isWritten = false;
  return {
    name: 'haversack-service-worker',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response, next) => {
        bundle(config, options, null)
          // In development nothing is precached, so that an edit is visible at once.
          .then((code) => {
            response.setHeader('content-type', 'text/javascript');
            response.setHeader('cache-control', 'no-cache');
            response.end(code.replace('self.__WB_MANIFEST', '[]').replace('self.__PRECACHE_BUNDLES', '[]'));
          })
          .catch(next);
      });
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        // This hook is also called after a failed build. An error thrown here would hide the error of that build.
        if (config.command !== 'build' || !isWritten) return;
        const outDir = resolve(config.root, config.build.outDir);
        await bundle(config, options, outDir);
        await precache(outDir);
      },
    },
  };
}

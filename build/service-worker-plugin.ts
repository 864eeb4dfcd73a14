import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Alias, type PluginOption, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { injectManifest } from 'workbox-build';
import { makePacks } from './make-precache-bundles.ts';

interface Options {
  /** Plugins for the nested build; fresh ones each time, because plugins hold state. */
  plugins: () => PluginOption[];
  browsers: string[];
  alias: Alias[];
}

const fileName = 'sw.js';

/** One plain script: browsers differ in what they take as a module service worker. */
async function bundle(root: string, options: Options, outDir: string | null): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode: outDir ? 'production' : 'development',
    plugins: options.plugins(),
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
        // One script has no chunks: what the page loads later lies in it from the start, and that is meant.
        checks: { ineffectiveDynamicImport: false, emptyImportMeta: false },
        output: { format: 'iife', codeSplitting: false, entryFileNames: fileName },
      },
    },
  });
  const [output] = [result].flat() as Rolldown.RolldownOutput[];
  return output?.output[0].code ?? '';
}

/** Puts what the first visit must keep into the service worker: the page, every chunk, style, icon and language. */
async function precache(outDir: string): Promise<void> {
  const script = join(outDir, fileName);
  const packs = await makePacks(outDir);
  const code = await readFile(script, 'utf8');
  await writeFile(script, code.replace('self.__PACKS', JSON.stringify(packs)));
  const { warnings } = await injectManifest({
    swSrc: script,
    swDest: script,
    globDirectory: outDir,
    globPatterns: ['{index.html,manifest.webmanifest,icons/*.png,assets/**/*}'],
    globIgnores: packs.map(({ url }) => url.slice(1)),
    // Names in assets/ carry a hash of what is in them.
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
  });
  if (warnings.length > 0) throw new Error(`precache: ${warnings.join('; ')}`);
}

/** Builds sw/service-worker.ts to /sw.js: after the page's own build, and on each request in development. */
export function serviceWorker(options: Options): Plugin {
  let config: ResolvedConfig;
  let isWritten = false;
  return {
    name: 'haversack-service-worker',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response, next) => {
        bundle(config.root, options, null)
          // Nothing is kept in development, so that an edit shows at once.
          .then((code) => {
            response.setHeader('content-type', 'text/javascript');
            response.setHeader('cache-control', 'no-cache');
            response.end(code.replace('self.__WB_MANIFEST', '[]').replace('self.__PACKS', '[]'));
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
        // Also called after a failed build, whose own error must be the one that is seen.
        if (config.command !== 'build' || !isWritten) return;
        const outDir = resolve(config.root, config.build.outDir);
        await bundle(config.root, options, outDir);
        await precache(outDir);
      },
    },
  };
}

import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { replaceInPage } from './replace-in-page.ts';

/** The place in index.html where the script is inserted. */
const PLACE = '<!--boot-->';

/**
 * Replaces the script element of the app with a preload link after those of the scripts that it imports. The inserted
 * script then starts the app; see src/boot/start-app.ts.
 */
export function preloadApp(page: string): string {
  const [script, url] = /\n *<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(page) ?? [];
  if (!script) throw new Error('index.html has no script of the app');
  const link = `    <link rel="modulepreload" crossorigin href="${url}" data-app>`;
  return replaceInPage(page.replace(script, ''), '  </head>', `${link}\n  </head>`);
}

/** Bundles src/boot into one small script. */
async function bundle(root: string, browsers: string[]): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: browsers,
      write: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: join(root, 'src/boot/boot.ts'), output: { format: 'iife', codeSplitting: false } },
    },
  });
  const [output] = [result].flat() as Rolldown.RolldownOutput[];
  return output?.output[0].code.trim() ?? '';
}

/**
 * Vite plugin that inserts into the built page the script that shows the stored last screen or the login, and then
 * starts the app. The script is inline, because a separate file would have to be fetched before it could run. It stands
 * before the style sheets, because a script after them would run only when they are loaded. The content security policy
 * allows the script by its hash; see server/http/inline-scripts.ts.
 */
export function bootScriptPlugin(options: { browsers: string[] }): Plugin {
  let root = '';
  return {
    name: 'haversack-boot-script',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (page) => {
        const script = await bundle(root, options.browsers);
        return replaceInPage(preloadApp(page), PLACE, `<script>${script}</script>`);
      },
    },
  };
}

import { expect, it } from 'vitest';
import { preloadHeadersPlugin } from '../../build/preload-headers-plugin.ts';

interface ChunkParts {
  isEntry?: boolean;
  moduleIds?: string[];
}

const chunk = (fileName: string, parts: ChunkParts, css: string[] = []) => ({
  type: 'chunk',
  fileName,
  imports: [],
  moduleIds: [],
  isEntry: false,
  ...parts,
  viteMetadata: { importedCss: new Set(css) },
});

it("preloads the scripts and styles that the login screen needs beyond the page's own links", () => {
  const bundle = {
    entry: chunk('entry.js', { isEntry: true }, ['entry.css']),
    login: chunk('login.js', { moduleIds: ['/src/features/session/login-screen.tsx'] }, ['login.css', 'entry.css']),
    texts: chunk('de.js', { moduleIds: ['virtual:texts/de/first'] }),
    loginTexts: chunk('de-login.js', { moduleIds: ['virtual:texts/de/login'] }),
    otherTexts: chunk('de-rest.js', { moduleIds: ['virtual:texts/de/rest'] }),
  };
  const emitted: unknown[] = [];
  const { generateBundle } = preloadHeadersPlugin();
  if (typeof generateBundle !== 'function') throw new Error('no hook');
  const context = { emitFile: (file: unknown) => emitted.push(file) };
  Reflect.apply(generateBundle, context, [{}, bundle]);
  const [{ source }] = emitted as [{ source: string }];
  expect(JSON.parse(source)).toMatchObject({
    de: [
      '</login.css>; rel=preload; as=style; crossorigin',
      ...['de.js', 'de-login.js', 'login.js'].map((file) => `</${file}>; rel=modulepreload`),
    ].join(', '),
  });
});

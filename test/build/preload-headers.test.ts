import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { preloadHeaders } from '../../build/preload-headers.ts';

type Chunk = Partial<Rolldown.OutputChunk> & { viteMetadata: { importedCss: Set<string> } };

const chunk = (fileName: string, change: Partial<Rolldown.OutputChunk>, css: string[] = []): Chunk => ({
  type: 'chunk',
  fileName,
  imports: [],
  moduleIds: [],
  isEntry: false,
  ...change,
  viteMetadata: { importedCss: new Set(css) },
});

it("names what the login needs beside the entry, its styles in the mode in which the page's links fetch them", () => {
  const bundle = {
    entry: chunk('entry.js', { isEntry: true }, ['entry.css']),
    login: chunk('login.js', { moduleIds: ['/src/features/session/login-screen.tsx'] }, ['login.css', 'entry.css']),
    texts: chunk('de.js', { moduleIds: ['virtual:texts/de/first'] }),
  };
  const emitted: unknown[] = [];
  const { generateBundle } = preloadHeaders();
  if (typeof generateBundle !== 'function') throw new Error('no hook');
  const context = { emitFile: (file: unknown) => emitted.push(file) };
  Reflect.apply(generateBundle, context, [{}, bundle]);
  const [{ source }] = emitted as [{ source: string }];
  expect(JSON.parse(source)).toMatchObject({
    de: '</login.css>; rel=preload; as=style; crossorigin, </de.js>; rel=modulepreload, </login.js>; rel=modulepreload',
  });
});

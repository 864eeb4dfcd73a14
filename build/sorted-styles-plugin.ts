import type { Plugin } from 'vite';

/**
 * Sorts each list that Vite writes for a lazily loaded chunk; it contains the numbers of the files that the chunk
 * needs.
 */
export const sortFileLists = (code: string): string =>
  code.replace(/__vite__mapDeps\(\[([\d,]+)\]\)/g, (_, list: string) => {
    const numbers = list.split(',').map(Number);
    return `__vite__mapDeps([${numbers.toSorted((a, b) => a - b).join(',')}])`;
  });

/**
 * Vite plugin that sorts the file list of each lazily loaded chunk, because sorted lists compress better and the first
 * screens contain about a hundred of them. The order of the styles has no meaning; see vite.config.ts.
 */
export const sortedStylesPlugin = (): Plugin => ({
  name: 'haversack-sorted-styles',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    // Run after Vite, which writes the lists in the same hook.
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = sortFileLists(file.code);
    },
  },
});

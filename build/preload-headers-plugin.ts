import type { Plugin, Rolldown } from 'vite';
import { languages } from '../contract/preference-values.ts';
import { entryRoutes } from './entry-routes.ts';
import { PRELOAD_MANIFEST, type PreloadManifest } from '../server/http/preload-manifest.ts';
import { transitiveClosure } from './transitive-closure.ts';

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/**
 * Writes the preload links that the server sends with the page on a first visit; see server/http/preload-manifest.ts.
 */
export function preloadHeadersPlugin(): Plugin {
  return {
    name: 'haversack-preload-headers',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
      const chunksContaining = (ending: string) =>
        chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(ending)));
      const chunksByName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const imports = (chunk: Chunk) => chunk.imports.flatMap((name) => chunksByName.get(name) ?? []);
      const stylesOf = (wantedChunks: Iterable<Chunk>) =>
        new Set([...wantedChunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
      const entryChunks = transitiveClosure(
        chunks.filter(({ isEntry }) => isEntry),
        imports,
      );
      const loginChunks = chunksContaining(entryRoutes.login);
      // The page itself already links to the styles of its entry.
      const linkedStyles = stylesOf(entryChunks);
      const links: PreloadManifest = {};
      for (const language of languages) {
        const texts = ['first', 'login'].flatMap((part) => chunksContaining(`virtual:texts/${language}/${part}`));
        const lazyChunks = [...transitiveClosure([...texts, ...loginChunks], imports)].filter(
          (chunk) => !entryChunks.has(chunk),
        );
        const styles = [...stylesOf(lazyChunks)].filter((file) => !linkedStyles.has(file));
        links[language] = [
          // Vite's own style links use `crossorigin`; a preload without it would fetch the styles twice.
          ...styles.map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
          ...lazyChunks.map(({ fileName }) => `</${fileName}>; rel=modulepreload`),
        ].join(', ');
      }
      this.emitFile({ type: 'asset', fileName: PRELOAD_MANIFEST, source: JSON.stringify(links) });
    },
  };
}

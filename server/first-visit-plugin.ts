import type { Plugin, Rolldown } from 'vite';
import { languages } from '../contract/values.ts';
import { firstScreens } from './first-screens.ts';
import { FIRST_VISIT, type FirstVisit } from './first-visit.ts';

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** Writes what the page of the app links to for a first visit; see server/first-visit.ts. */
export function firstVisit(): Plugin {
  return {
    name: 'haversack-first-visit',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
      const holding = (ending: string) => chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(ending)));
      const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const closure = (of: Chunk[], seen = new Set<Chunk>()): Set<Chunk> => {
        for (const chunk of of) {
          if (seen.has(chunk)) continue;
          seen.add(chunk);
          closure(
            chunk.imports.flatMap((name) => named.get(name) ?? []),
            seen,
          );
        }
        return seen;
      };
      const entry = closure(chunks.filter(({ isEntry }) => isEntry));
      // The page itself links to the styles of its entry.
      const linked = new Set([...entry].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
      const links: FirstVisit = {};
      for (const language of languages) {
        const texts = ['first', 'rest'].flatMap((part) => holding(`virtual:texts/${language}/${part}`));
        const wanted = [...closure([...texts, ...holding(firstScreens.login)])].filter((chunk) => !entry.has(chunk));
        const styles = new Set(wanted.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
        links[language] = [
          ...[...styles].filter((file) => !linked.has(file)).map((file) => `</${file}>; rel=preload; as=style`),
          ...wanted.map(({ fileName }) => `</${fileName}>; rel=modulepreload`),
        ].join(', ');
      }
      this.emitFile({ type: 'asset', fileName: FIRST_VISIT, source: JSON.stringify(links) });
    },
  };
}

import type { Plugin } from 'vite';

/** A part of a package that the product does not use, and that the bundler cannot leave out by itself. */
interface Cut {
  file: RegExp;
  find: RegExp;
  replace: string;
}

const cuts: readonly Cut[] = [
  // Searches ignore more than the case, so they use columns of folded texts instead of these methods.
  {
    file: /\/dexie\/dist\/modern\/dexie\.mjs$/,
    find: /^ {4}startsWithIgnoreCase\([^]*?(?=^ {4}anyOf\()/m,
    replace: '',
  },
  // Nor does any query exclude values, or combine several ranges.
  { file: /\/dexie\/dist\/modern\/dexie\.mjs$/, find: /^ {4}notEqual\([^]*?(?=^\})/m, replace: '' },
  // Rows are plain objects, and are replaced as a whole.
  { file: /\/dexie\/dist\/modern\/dexie\.mjs$/, find: /^ {4}mapToClass\([^]*?(?=^ {4}add\()/m, replace: '' },
  { file: /\/dexie\/dist\/modern\/dexie\.mjs$/, find: /^ {4}upsert\([^]*?(?=^ {4}update\()/m, replace: '' },
  { file: /\/dexie\/dist\/modern\/dexie\.mjs$/, find: /^ {4}bulkUpdate\([^]*?(?=^ {4}bulkDelete\()/m, replace: '' },
  // No table has hooks. Without hooks, this part of Dexie only passes calls on.
  {
    file: /\/dexie\/dist\/modern\/dexie\.mjs$/,
    find: /^const hooksMiddleware = \{[^]*?^\};/m,
    replace: "const hooksMiddleware = { stack: 'dbcore', name: 'HooksMiddleware', level: 2, create: (core) => core };",
  },
  // The cache of query results is disabled (src/db/schema/db.ts). Then this part only passes calls on, too.
  {
    file: /\/dexie\/dist\/modern\/dexie\.mjs$/,
    find: /^const cacheMiddleware = \{[^]*?^\};/m,
    replace: "const cacheMiddleware = { stack: 'dbcore', name: 'Cache', level: 0, create: (core) => core };",
  },
  // An icon's name is used only for a class name and the component's display name, and nothing refers to either.
  {
    file: /\/@tabler\/icons-react\/dist\/esm\/icons\/Icon\w+\.mjs$/,
    find: /createReactComponent\("(\w+)", "[^"]*", "[^"]*"/,
    replace: 'createReactComponent("$1", "", ""',
  },
  {
    file: /\/@tabler\/icons-react\/dist\/esm\/createReactComponent\.mjs$/,
    find: /`tabler-icon-\$\{iconName\}`, /,
    replace: '',
  },
  {
    file: /\/@tabler\/icons-react\/dist\/esm\/createReactComponent\.mjs$/,
    find: /Component\.displayName = .*;/,
    replace: '',
  },
  // React needs the keys of an icon's lines only for its warnings, which a production build does not contain.
  { file: /\/@tabler\/icons-react\/dist\/esm\/icons\/Icon\w+\.mjs$/, find: /, "key": "svg-\d+"/g, replace: '' },
  // Our router always has an error component of its own.
  {
    file: /\/@tanstack\/react-router\/dist\/esm\/CatchBoundary\.js$/,
    find: /function ErrorComponent\([^]*?\n\}\n/,
    replace: 'const ErrorComponent = () => null;\n',
  },
];

/** Returns the code of a file without the parts that are not used. Throws if the package has changed. */
export function slim(code: string, file: string): string {
  return cuts
    .filter((cut) => cut.file.test(file))
    .reduce((slimmed, { find, replace }) => {
      const next = slimmed.replace(find, replace);
      if (next === slimmed) throw new Error(`${file} has changed: ${String(find)} was not found`);
      return next;
    }, code);
}

/** Vite plugin that removes unused parts of packages from the first screens; see `npm run budget`. */
export const slimPackagesPlugin = (): Plugin => ({
  name: 'haversack-slim-packages',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    const file = id.split('?')[0] ?? '';
    return cuts.some((cut) => cut.file.test(file)) ? { code: slim(code, file), map: null } : null;
  },
});

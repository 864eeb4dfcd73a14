import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { dist, root } from './sources.ts';

// `npm run assemble -- DIR` copies the built product and the packages that the server needs into an empty folder. The
// product runs there without its sources and without npm: `node dist/server/main.js`. The Dockerfile builds its image
// from this folder.

/** Files that the server reads besides its own code and its packages. */
const files = ['dist/server', 'dist/web', 'dist/landing', 'locales', 'public/icons/favicon.svg', 'LICENSE'];

/** Parts of packages that are not needed at run time. */
const unusedFiles = /\.(map|md|markdown|d\.[cm]?ts|ts|tsx|flow)$|\/(test|tests|docs|examples?|benchmarks?|\.github)$/i;

/** The files and folders that are copied from packages with several builds, of which the server uses only one. */
const usedFolders: Record<string, readonly string[]> = {
  'pdfjs-dist': ['package.json', 'LICENSE', 'legacy'],
};

/** Optional packages that the server does not use: it reads only the metadata of PDFs and draws no pages. */
const unusedPackages = ['@napi-rs/canvas'];

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const packageNameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Returns the packages that the built server imports. */
async function importedPackages(): Promise<string[]> {
  const { dependencies = {} } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
  const folder = join(dist, 'server');
  const scripts = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  const imported = new Set<string>();
  for (const script of scripts) {
    const code = await readFile(join(folder, script), 'utf8');
    for (const [, specifier = ''] of code.matchAll(/(?:\bfrom|\bimport\(?)\s*["']([^"'.][^"']*)["']/g))
      imported.add(packageNameOf(specifier));
  }
  return [...imported].filter((name) => Object.hasOwn(dependencies, name) && !builtinModules.includes(name));
}

const exists = (path: string): Promise<boolean> =>
  readFile(path).then(
    () => true,
    () => false,
  );

/**
 * Returns the folder of a package that another package imports, resolved as Node.js does, or null if it is not
 * installed.
 */
async function findPackage(name: string, from: string): Promise<string | null> {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (await exists(join(candidate, 'package.json'))) return candidate;
  }
  return null;
}

/** Returns the folders of the packages and, transitively, of their dependencies. */
async function foldersWithDependencies(names: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const visit = async (name: string, from: string, isOptional: boolean): Promise<void> => {
    const folder = await findPackage(name, from);
    if (isOptional && (!folder || unusedPackages.includes(name))) return;
    if (!folder) throw new Error(`The package ${name} is not installed: run npm ci`);
    if (found.has(folder)) return;
    found.add(folder);
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
    for (const dependency of Object.keys(manifest.dependencies ?? {})) {
      const isAlsoOptional = Object.hasOwn(manifest.optionalDependencies ?? {}, dependency);
      await visit(dependency, folder, isAlsoOptional);
    }
    for (const dependency of Object.keys(manifest.optionalDependencies ?? {})) await visit(dependency, folder, true);
  };
  for (const name of names) await visit(name, root, false);
  return found;
}

async function copyPackage(folder: string, target: string): Promise<void> {
  const parts = usedFolders[folder.split('node_modules/').at(-1) ?? ''] ?? [''];
  for (const part of parts) {
    await cp(join(folder, part), join(target, folder.slice(root.length), part), {
      recursive: true,
      filter: (path) => {
        const pathInPackage = path.slice(folder.length);
        return !unusedFiles.test(pathInPackage) && !pathInPackage.includes('/node_modules');
      },
    });
  }
}

/** Assembles the product in an empty folder. */
async function assemble(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  if ((await readdir(target)).length > 0) throw new Error(`${target} is not empty`);
  for (const file of files)
    await cp(join(root, file), join(target, file), { recursive: true, filter: (path) => !path.endsWith('.map') });
  const packages = await foldersWithDependencies(await importedPackages());
  for (const folder of packages) await copyPackage(folder, target);
  const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, string>;
  await writeFile(join(target, 'package.json'), JSON.stringify({ name, version, private: true, type: 'module' }));
  process.stdout.write(`assembled ${packages.size} packages in ${target}\n`);
}

try {
  const [target] = process.argv.slice(2);
  if (!target) throw new Error('Usage: npm run assemble -- DIR');
  await assemble(target);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

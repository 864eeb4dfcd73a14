import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const bench = join(import.meta.dirname, '..');
/**
 * The packages are installed outside of test/, so that no check, test or import of the product finds them there.
 */
const folder = join(bench, '../../dist/peers');
const web = join(folder, 'web');
const LOCK = 'package-lock.json';
const manifests = ['package.json', LOCK];

const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Installs the peers with npm ci, unless these versions are installed. Returns why this failed, or null. */
function install(): string | null {
  const isInstalled =
    existsSync(join(folder, 'node_modules/.package-lock.json')) && read(join(folder, LOCK)) === read(join(bench, LOCK));
  if (isInstalled) return null;
  process.stdout.write('installing the databases to compare with (npm ci, once)\n');
  mkdirSync(folder, { recursive: true });
  for (const name of manifests) copyFileSync(join(bench, name), join(folder, name));
  const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status === 0) return null;
  return /npm error (?!(?:code|errno|syscall) )(.+)/.exec(stderr ?? '')?.[1] ?? 'npm does not run';
}

/** Resolves all packages that the pages import from the folder of the peers. */
const peerPackages: Plugin = {
  name: 'peer-packages',
  enforce: 'pre',
  resolveId(source, importer) {
    const isOurs = importer?.startsWith(import.meta.dirname) && !/^[./\0]/.test(source);
    return isOurs ? this.resolve(source, join(folder, 'package.json'), { skipSelf: true }) : null;
  },
};

/** Installs the peers and bundles their pages. Returns the folder of the bundle, or null if they cannot be installed. */
export async function buildPeers(): Promise<string | null> {
  const failure = install();
  if (failure !== null) {
    process.stderr.write(`the peers are not measured, because npm ci in ${folder} failed: ${failure}\n`);
    return null;
  }
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    publicDir: false,
    plugins: [peerPackages],
    build: {
      outDir: web,
      emptyOutDir: true,
      target: 'esnext',
      rolldownOptions: { input: join(import.meta.dirname, 'index.html') },
    },
    worker: { format: 'es' },
  });
  return web;
}

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Figures } from './figures.ts';

/**
 * The benchmark `storm` and the files of this folder that it imports. Everything else that it imports must exist in
 * both of the compared commits.
 */
const STORM_FILES = ['figures.ts', 'storm.ts', 'storm-run.ts'];
const BENCH = join('test', 'bench');

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed\n${stdout}`);
  return stdout;
}

/** Runs the benchmark with the server in `folder`, in a process of its own. */
function runStorm(folder: string): Figures {
  const output = run(process.execPath, ['--import', 'tsx', join(BENCH, 'storm-run.ts')], folder);
  return JSON.parse(output.slice(output.lastIndexOf('\n{') + 1)) as Figures;
}

/** Checks out a commit into `folder`, with the benchmark files of this version and the installed packages. */
function checkOut(commit: string, folder: string): void {
  const archive = join(folder, 'commit.tar');
  run('git', ['archive', '--output', archive, commit], '.');
  run('tar', ['-xf', archive], folder);
  rmSync(archive);
  for (const file of STORM_FILES) copyFileSync(join(BENCH, file), join(folder, BENCH, file));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
}

/**
 * Runs the benchmark `storm` twice: with this version, and with the server of an earlier commit. Returns the figures of
 * both and, for each figure, the ratio between them, which is above 1 if this version is faster.
 */
export function measureAgainst(commit: string): Figures {
  const folder = mkdtempSync(join(tmpdir(), 'haversack-against-'));
  try {
    checkOut(commit, folder);
    const current = runStorm('.');
    const earlier = runStorm(folder);
    const figures: Figures = { ...current };
    for (const [name, value] of Object.entries(earlier)) figures[`${name}, ${commit}`] = value;
    for (const [name, value] of Object.entries(current)) {
      const earlierValue = earlier[name] ?? Number.NaN;
      figures[`${name}, times faster than ${commit}`] = name.endsWith('a second')
        ? value / earlierValue
        : earlierValue / value;
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { print, printViolations } from './report.ts';
import { root } from './workspace.ts';

/** Builds the product if there is no build yet. */
function ensureBuild(): void {
  if (existsSync(join(root, 'dist/server/main.js'))) return;
  const { status } = spawnSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm run build failed');
}

/** Runs a test of the built product, prints its violations, and exits with 1 if there are any. */
export async function main(seed: number, run: (seed: number) => Promise<string[]>): Promise<void> {
  try {
    print(`seed ${seed}`);
    ensureBuild();
    const violations = await run(seed);
    printViolations(violations);
    process.exit(violations.length === 0 ? 0 : 1);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  }
}

/** Returns a random seed, for a run without `--seed`. */
export const randomSeed = (): string => String(Math.floor(Math.random() * 1e6));

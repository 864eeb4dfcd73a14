import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { drawSample } from './e2e/helpers/sample.ts';
import { stageReport, type Stage, type StageSeconds } from './stage-budgets.ts';

// `npm test`: runs every check and the build, and then the unit and server tests, in parallel with the browser tests.
// The last line contains the total number of tests. A check that contains no tests counts as one test.

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'haversack-test-'));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

interface Count {
  passed: number;
  failed: number;
}

interface RunOptions {
  args?: string;
  env?: Record<string, string>;
  /** Whether all output is printed at the end, so that the lines of parallel commands are not mixed. */
  isBuffered?: boolean;
  /** Whether parallel commands get more processor time than this command. */
  isPatient?: boolean;
}

/** Niceness of a patient command. With it, the command still gets a quarter of a busy core. */
const PATIENT_NICENESS = 5;

function run(
  name: string,
  { args = '', env = {}, isBuffered = false, isPatient = false }: RunOptions = {},
): Promise<boolean> {
  const head = `\n== ${name}\n`;
  if (!isBuffered) process.stdout.write(head);
  const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const child = spawn(`${scripts[name]} ${args}`, {
    cwd: root,
    shell: true,
    stdio: isBuffered ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env, PATH: path },
  });
  if (isPatient && child.pid !== undefined) setPriority(child.pid, PATIENT_NICENESS);
  let output = head;
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve) =>
    child.on('close', (code) => {
      if (isBuffered) process.stdout.write(output);
      resolve(code === 0);
    }),
  );
}

/**
 * Returns the test counts. A run that failed although no test failed (for example because a file cannot be loaded)
 * counts as one failure.
 */
function readCount(isClean: boolean, read: () => Count): Count {
  let count = { passed: 0, failed: 0 };
  try {
    count = read();
  } catch {
    // There is no report if the tool did not start.
  }
  return isClean || count.failed > 0 ? count : { ...count, failed: 1 };
}

/**
 * The type checker and the type-aware linter are written in Go and run for only a few seconds. With fewer garbage
 * collections, they need a sixth less processor time and hardly more memory.
 */
const fewerCollections = { GOGC: '400' };

async function check(name: string): Promise<Count> {
  const isClean = await run(name, { isBuffered: true, env: fewerCollections });
  return isClean ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function runUnitTests(): Promise<Count> {
  const report = join(folder, 'vitest.json');
  const isClean = await run('test:unit', {
    args: `--reporter=default --reporter=json --outputFile.json=${report}`,
    isPatient: true,
  });
  return readCount(isClean, () => {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
    return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0 };
  });
}

/**
 * Returns the seed of the sample of browser tests: the id of the commit, so that a commit has the same sample on every
 * machine.
 */
function sampleSeed(): string {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return stdout?.trim().slice(0, 12) || 'no commit';
}

async function runBrowserTests(): Promise<Count> {
  const seed = process.env['BROWSER_SAMPLE'] ?? sampleSeed();
  try {
    ensureChromium();
  } catch (error) {
    process.stdout.write(`\n== test:e2e\n${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1 };
  }
  const report = join(folder, 'playwright.json');
  const isClean = await run('test:e2e', {
    args: '--reporter=list,json',
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CI: '1', BROWSER_SAMPLE: seed },
    isBuffered: true,
  });
  process.stdout.write(
    `The sample of browser tests (BROWSER_SAMPLE="${seed}"): ${drawSample(seed).sort().join(', ')}\n`,
  );
  return readCount(isClean, () => {
    const { stats } = JSON.parse(readFileSync(report, 'utf8')) as { stats: Record<string, number> };
    return { passed: (stats['expected'] ?? 0) + (stats['flaky'] ?? 0), failed: stats['unexpected'] ?? 0 };
  });
}

async function runInTurn(names: readonly string[]): Promise<Count[]> {
  const counts: Count[] = [];
  for (const name of names) counts.push(await check(name));
  return counts;
}

async function buildAndCheck(): Promise<Count[]> {
  const build = await check('build');
  return [build, ...(await runInTurn([...(build.failed === 0 ? ['budget'] : []), 'format:check', 'unused']))];
}

const seconds: StageSeconds = {};

async function measureStage<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  seconds[stage] = (performance.now() - started) / 1000;
  return result;
}

// Run two sequences of checks in parallel. Both take about the same time.
const [checks, builds] = await measureStage('checks', () =>
  Promise.all([runInTurn(['types', 'lint']), buildAndCheck()]),
);
// The browser tests are often idle, so the unit tests run at the same time.
const tests = [runUnitTests(), ...(builds[0]?.failed === 0 ? [runBrowserTests()] : [])];
const counts = [...checks, ...builds, ...(await measureStage('tests', () => Promise.all(tests)))];
rmSync(folder, { recursive: true, force: true });

const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
process.stdout.write(`\n${stageReport(seconds).join('\n')}\n`);
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exitCode = sum('failed') > 0 ? 1 : 0;

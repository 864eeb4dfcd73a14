import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureChromium } from './chromium.ts';

// `npm test`: every check, the unit and server tests, the build, the browser tests.
// The last line is the sum; each check without tests of its own counts as one.
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'haversack-test-'));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

interface Count {
  passed: number;
  failed: number;
}

function run(name: string, extra = '', env: Record<string, string> = {}): Promise<boolean> {
  process.stdout.write(`\n== ${name}\n`);
  const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const child = spawn(`${scripts[name]} ${extra}`, {
    cwd: root,
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, ...env, PATH: path },
  });
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}

/** The tests' own counts; a run that failed without a failed test (a file that does not load) counts as one. */
function counted(isClean: boolean, read: () => Count): Count {
  let count = { passed: 0, failed: 0 };
  try {
    count = read();
  } catch {
    // No report: the tool itself did not start.
  }
  return isClean || count.failed > 0 ? count : { ...count, failed: 1 };
}

async function check(name: string): Promise<Count> {
  const isClean = await run(name);
  return isClean ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function unitTests(): Promise<Count> {
  const report = join(folder, 'vitest.json');
  const isClean = await run('test:unit', `--reporter=default --reporter=json --outputFile.json=${report}`);
  return counted(isClean, () => {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
    return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0 };
  });
}

async function browserTests(): Promise<Count> {
  try {
    ensureChromium();
  } catch (error) {
    process.stdout.write(`\n== test:e2e\n${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1 };
  }
  const report = join(folder, 'playwright.json');
  const isClean = await run('test:e2e', '--reporter=list,json', { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CI: '1' });
  return counted(isClean, () => {
    const { stats } = JSON.parse(readFileSync(report, 'utf8')) as { stats: Record<string, number> };
    return { passed: (stats['expected'] ?? 0) + (stats['flaky'] ?? 0), failed: stats['unexpected'] ?? 0 };
  });
}

const counts: Count[] = [];
for (const name of ['types', 'lint', 'format:check', 'unused']) counts.push(await check(name));
counts.push(await unitTests());
const built = await check('build');
counts.push(built);
if (built.failed === 0) counts.push(await check('budget'), await browserTests());
rmSync(folder, { recursive: true, force: true });

const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exitCode = sum('failed') > 0 ? 1 : 0;

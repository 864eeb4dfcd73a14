import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';

/** Each folder is a project, so that `window` in a worker or `node:fs` in the page does not compile. */
const projects = globSync('*/**/tsconfig.json', { exclude: ['node_modules/**', 'dist/**'] })
  .map(dirname)
  .sort();

function check(project: string): Promise<{ project: string; clean: boolean; output: string }> {
  // Use one checker per project, because additional checkers would check much of the same code again.
  const args = ['-p', project, '--pretty', 'false', '--checkers', '1'];
  const tsc = spawn(process.execPath, ['node_modules/typescript/bin/tsc', ...args]);
  let output = '';
  tsc.stdout.on('data', (text: Buffer) => (output += text.toString()));
  tsc.stderr.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve) => {
    tsc.on('close', (code) => resolve({ project, clean: code === 0, output }));
  });
}

// Check two projects at a time, because a machine that runs the checks has at least two cores.
const queue = [...projects];
const results: Awaited<ReturnType<typeof check>>[] = [];
async function work(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) results.push(await check(next));
}
await Promise.all([work(), work()]);

// Report an error once, even if its file belongs to two projects.
const lines = new Set(results.flatMap((result) => result.output.split('\n')).filter(Boolean));
for (const line of lines) process.stdout.write(`${line}\n`);
const failed = results.filter((result) => !result.clean).map((result) => result.project);
process.stdout.write(
  `types: ${projects.length} projects, ${failed.length ? `errors in ${failed.join(', ')}` : 'clean'}\n`,
);
process.exitCode = failed.length ? 1 : 0;

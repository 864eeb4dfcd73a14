import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * `--max-semi-space-size`: most objects are short-lived, and a larger young generation needs fewer garbage collections.
 * `--disable-warning` hides the warning about the experimental function with which the simulator's worker counts
 * objects.
 */
const NODE_ARGS = ['--max-semi-space-size=256', '--disable-warning=ExperimentalWarning'];

/**
 * Runs a script in a separate process directly from the sources, because a test runner would load modules while a
 * schedule runs. The script gets `task` as JSON in its argument, and prints each result as a line of JSON. If
 * `onResult` returns true, the process is stopped.
 */
export async function runWorker<Result>(
  script: string,
  task: unknown,
  onResult: (result: Result) => boolean | undefined | void,
): Promise<void> {
  const child = spawn(process.execPath, [...NODE_ARGS, script, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let isStopped = false;
  for await (const line of createInterface({ input: child.stdout })) {
    if (isStopped) continue;
    isStopped = onResult(JSON.parse(line) as Result) === true;
    if (isStopped) child.kill();
  }
  const code = await ended;
  if (code !== 0 && !isStopped) throw new Error(`the simulator's process ended with ${code}`);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { S3Options } from '../../server/files/s3-url.ts';
import { root } from '../cluster/workspace.ts';

const POLL_MS = 50;

/** Returns the value of S3_URL for a store. */
export function s3UrlOf({ origin, bucket, region, access_key, secret }: S3Options): string {
  const url = new URL(origin);
  const user = `${encodeURIComponent(access_key)}:${encodeURIComponent(secret)}`;
  const tls = url.protocol === 'https:' ? 'on' : 'off';
  return `s3://${user}@${url.host}/${bucket}?region=${region}&tls=${tls}`;
}

/** Runs `npm run content -- move-media`, in one process, so that it can be killed. */
export class Mover {
  readonly #settings: Readonly<Record<string, string>>;

  constructor(settings: Readonly<Record<string, string>>) {
    this.#settings = settings;
  }

  #start(settings: Readonly<Record<string, string>>) {
    return spawn(process.execPath, ['--import', 'tsx', 'server/cli/content.ts', 'move-media'], {
      cwd: root,
      env: { ...process.env, ...this.#settings, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Runs the command to its end. */
  async run(settings: Readonly<Record<string, string>>): Promise<{ code: number | null; output: string }> {
    const child = this.#start(settings);
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (output += text.toString()));
    await once(child, 'close');
    return { code: child.exitCode, output };
  }

  /** Starts the command, and kills it as soon as the condition holds. Returns how long it ran, in seconds. */
  async killWhen(settings: Readonly<Record<string, string>>, isDue: () => Promise<boolean>): Promise<string> {
    const start = performance.now();
    const child = this.#start(settings);
    const ended = once(child, 'close');
    while (!(await isDue())) {
      if (child.exitCode !== null) throw new Error(`the command ended by itself with ${child.exitCode}`);
      await wait(POLL_MS);
    }
    child.kill('SIGKILL');
    await ended;
    return ((performance.now() - start) / 1000).toFixed(1);
  }
}

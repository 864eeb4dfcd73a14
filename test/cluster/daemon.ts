import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import type { Account } from '../postgres-cluster.ts';

export interface DaemonOptions {
  name: string;
  command: string;
  args: readonly string[];
  cwd: string;
  /** File to which the output is appended. */
  log: string;
  env?: Readonly<Record<string, string>>;
  as?: Account;
  /** Whether the process is started again if it ends by itself, as systemd would do. */
  isSupervised?: boolean;
}

const RESTART_MS = 1_000;

/** A process of the cluster, which can be killed and started again. */
export class Daemon {
  readonly name: string;
  #options: DaemonOptions;
  #child: ChildProcess | null = null;
  #isEnding = false;
  /** How often the process has ended by itself. */
  crashes = 0;

  constructor(options: DaemonOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Changes how the process is started the next time. */
  change(options: Partial<DaemonOptions>): void {
    this.#options = { ...this.#options, ...options };
  }

  start(): void {
    if (this.isRunning) throw new Error(`${this.name} is already running`);
    const { command, args, cwd, log, env, as } = this.#options;
    const output = openSync(log, 'a');
    this.#child = spawn(command, args, {
      cwd,
      ...as,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
    });
    this.#isEnding = false;
    this.#child.on('error', () => {});
    this.#child.on('exit', () => {
      if (this.#isEnding) return;
      this.crashes += 1;
      if (this.#options.isSupervised) setTimeout(() => this.#restart(), RESTART_MS);
    });
    closeSync(output);
  }

  #restart(): void {
    if (!this.#isEnding && !this.isRunning) this.start();
  }

  /** Sends a signal and waits until the process has ended. */
  async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#isEnding = true;
    if (!child || !this.isRunning) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

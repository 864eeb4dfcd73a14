import { Daemon } from '../cluster/daemon.ts';
import { isReady, until } from '../cluster/cluster.ts';
import { root, type Workspace } from '../cluster/workspace.ts';
import type { Db } from '../../server/db/tables.ts';
import { runOrThrow } from '../postgres-cluster.ts';

const READY_WITHIN_MS = 60_000;
const SERVER = 'dist/server/main.js';

type Settings = Readonly<Record<string, string>>;

/** A database and its client. */
export interface OpenedDatabase {
  db: Db;
  close(): Promise<unknown>;
}

/** An installation whose backup is restored as a second one. */
export interface Installation {
  name: string;
  /** Settings of the server before and after the restore. */
  settings: Settings;
  restored: Settings;
  /** Opens the database before the server is started. */
  openEmpty(): Promise<OpenedDatabase>;
  /** Makes a backup while the server runs. */
  backUp(): Promise<void>;
  /** Opens the original database, and the backup before it is restored. No server may be running. */
  openBoth(): Promise<{ original: OpenedDatabase; backup: OpenedDatabase }>;
  /** Makes the backup the database of the restored installation, as docs/operations.md says. */
  restore(): Promise<void>;
  openRestored(): Promise<OpenedDatabase>;
  close(): Promise<void>;
}

/** Runs a command of the built server. */
export const runCommand = (settings: Settings, ...args: string[]): string =>
  runOrThrow(process.execPath, [SERVER, ...args], { cwd: root, env: { ...process.env, ...settings } });

/** The server of an installation, always on the same port. */
export class TestedServer {
  readonly url: string;
  readonly #daemon: Daemon;
  readonly #port: number;

  constructor(space: Workspace, port: number) {
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
    const [command, args] = [process.execPath, [SERVER]];
    this.#daemon = new Daemon({ name: 'server', command, args, cwd: root, log: space.logOf('server') });
  }

  async start(settings: Settings): Promise<void> {
    const env = { NODE_ENV: 'production', DEMO: '0', ASSIGNMENT: 'off', LOG_LEVEL: 'warn', PORT: String(this.#port) };
    this.#daemon.change({ env: { ...env, ...settings } });
    this.#daemon.start();
    await until(() => isReady({ daemon: this.#daemon, port: this.#port }), READY_WITHIN_MS, 'the server is ready');
  }

  kill(): Promise<void> {
    return this.#daemon.end('SIGKILL');
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const main = join(root, 'dist/server/main.js');
const START_TIMEOUT_MS = 300_000;

// The server of a test runs for only a few seconds, so optimising the database's WebAssembly takes more time than it
// saves, except in benchmarks.
const nodeOptions = process.env['TEST_WORKER_INDEX'] === undefined ? [] : ['--liftoff-only'];

/** Environment variable with the path of the seeded data folder that tests copy. */
export const SEED_VARIABLE = 'HAVERSACK_E2E_SEED';

/** Creates a folder within the system's temporary folder. */
export const newFolder = (name: string): string => mkdtempSync(join(tmpdir(), `haversack-${name}-`));

/** Returns the URL of a module that freezes the clock of a process. */
function frozenClockModule(at: Date): string {
  const code = `const now = ${at.getTime()};
    globalThis.Date = class extends Date {
      constructor(...args) { super(...(args.length > 0 ? args : [now])); }
      static now() { return now; }
    };`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** The built server as a process with its own data folder. The process can be killed and restarted. */
export class Server {
  readonly folder: string;
  private child: ChildProcess | null = null;
  private port = 0;
  private output = '';
  private readonly settings: Readonly<Record<string, string>>;

  /** `settings` are additional environment variables. */
  constructor(folder: string, settings: Readonly<Record<string, string>> = {}) {
    this.folder = folder;
    this.settings = settings;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /**
   * Starts the server, on its previous port if it was started before, and resolves after it has started to listen. With
   * `at`, its clock always returns that time.
   */
  async start({ at }: { at?: Date } = {}): Promise<void> {
    if (!existsSync(main)) throw new Error('dist/server/main.js is missing: npm run build');
    // Automatic assignment depends on the time of day. It is turned off, so that the pool keeps the seeded leads.
    const env = {
      ASSIGNMENT: 'off',
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: this.folder,
      PORT: String(this.port),
      LANDING_PORT: '0',
      ...this.settings,
    };
    const args = [...nodeOptions, ...(at ? ['--import', frozenClockModule(at)] : []), main];
    const child = spawn(process.execPath, args, { cwd: root, env: { ...env, LOG_LEVEL: 'error' } });
    this.child = child;
    this.output = '';
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no start: ${this.output}`)), START_TIMEOUT_MS);
      const read = (chunk: Buffer): void => {
        this.output += chunk.toString();
        const found = /running at http:\/\/localhost:(\d+)/.exec(this.output);
        if (!found) return;
        this.port = Number(found[1]);
        clearTimeout(late);
        resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => {
        clearTimeout(late);
        reject(new Error(`the server ended with ${code}: ${this.output}`));
      });
    });
  }

  /** Kills the server without closing anything, like a power failure. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

/** Starts a server on a copy of the seeded folder. `prepare` may first change the copy. */
export async function startServer(
  prepare?: (folder: string) => Promise<void>,
  settings?: Readonly<Record<string, string>>,
): Promise<Server> {
  const folder = newFolder('server');
  cpSync(process.env[SEED_VARIABLE] ?? '', folder, { recursive: true });
  await prepare?.(folder);
  const server = new Server(folder, settings);
  await server.start();
  return server;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const main = join(root, 'dist/server/main.js');
const START_TIMEOUT_MS = 300_000;

// The server of a test runs for only a few seconds. Optimising the database's WebAssembly costs more than it gains,
// except in benchmarks.
const lazily = process.env['TEST_WORKER_INDEX'] === undefined ? [] : ['--liftoff-only'];

/** Environment variable with the path of the seeded data folder that tests copy. */
export const SEED_VARIABLE = 'HAVERSACK_E2E_SEED';

/** Creates a folder within the system's temporary folder. */
export const newFolder = (name: string): string => mkdtempSync(join(tmpdir(), `haversack-${name}-`));

/** Returns the URL of a module that freezes the clock of a process. */
function frozenClockModule(at: Date): string {
  const code = `const now = ${at.getTime()};
    globalThis.Date = class extends Date {
      constructor(...given) { super(...(given.length > 0 ? given : [now])); }
      static now() { return now; }
    };`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** The built server as a process with a folder of its own. It can be killed and restarted. */
export class Server {
  readonly folder: string;
  private child: ChildProcess | null = null;
  private port = 0;
  private output = '';
  private readonly settings: Readonly<Record<string, string>>;

  /** `settings` are further environment variables. */
  constructor(folder: string, settings: Readonly<Record<string, string>> = {}) {
    this.folder = folder;
    this.settings = settings;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /**
   * Starts the server, on the previous port if it had one, and resolves once it is listening. With `at`, its clock
   * stands still at that time.
   */
  async start({ at }: { at?: Date } = {}): Promise<void> {
    if (!existsSync(main)) throw new Error('dist/server/main.js is missing: npm run build');
    // Automatic assignment depends on the hour. It is turned off, so that the pool of leads stays as seeded.
    const env = {
      ASSIGNMENT: 'off',
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: this.folder,
      PORT: String(this.port),
      LANDING_PORT: '0',
      ...this.settings,
    };
    const args = [...lazily, ...(at ? ['--import', frozenClockModule(at)] : []), main];
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

  /** Kills the server as a power cut would, without closing anything. */
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

/** Starts a server on a copy of the seeded folder, which `prepare` may change first. */
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

import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresAccount, type Account } from '../postgres-cluster.ts';

export const root = join(import.meta.dirname, '../..');

/**
 * Ports of a cluster are below the range from which Linux takes the ports of outgoing connections. Otherwise a
 * connection could take the port of a process that is being restarted.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** The temporary folder, account, passwords and ports of the processes that a test runs. */
export class Workspace {
  readonly folder: string;
  /** The account of all processes except the server's: PostgreSQL and PgBouncer refuse to run as root. */
  readonly as: Account = postgresAccount();
  readonly password = randomBytes(18).toString('hex');
  readonly secret = randomBytes(24).toString('hex');
  #nextPort = FIRST_PORT + (process.pid % 1000) * 10;

  /** `name` is a part of the name of the folder. */
  constructor(name: string) {
    this.folder = mkdtempSync(join(tmpdir(), `haversack-${name}-`));
    this.#own(this.folder);
  }

  #own(path: string): void {
    const { uid, gid } = this.as;
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  }

  async port(): Promise<number> {
    for (;;) {
      const port = this.#nextPort;
      this.#nextPort = port >= LAST_PORT ? FIRST_PORT : port + 1;
      if (await isFree(port)) return port;
    }
  }

  async ports(count: number): Promise<number[]> {
    const ports: number[] = [];
    while (ports.length < count) ports.push(await this.port());
    return ports;
  }

  makeFolder(name: string): string {
    const path = join(this.folder, name);
    mkdirSync(path, { mode: 0o700 });
    this.#own(path);
    return path;
  }

  /** Writes a file that only the account can read. Returns its path. */
  write(name: string, content: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    this.#own(path);
    return path;
  }

  logOf(name: string): string {
    return join(this.folder, `${name}.log`);
  }

  /** Deletes the folder; with `keepsLogs`, only the folders in it. */
  remove(keepsLogs: boolean): void {
    const folders = readdirSync(this.folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const paths = keepsLogs ? folders.map(({ name }) => join(this.folder, name)) : [this.folder];
    for (const path of paths) rmSync(path, { recursive: true, force: true });
  }
}

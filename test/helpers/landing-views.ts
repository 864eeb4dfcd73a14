import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createViews, type Views } from '../../server/landing/views/count-views.ts';
import { journalLine } from '../../server/landing/views/tally.ts';
import { publishPage } from './published-page.ts';
import { openTestServer, type TestServer, type TestUser } from './server.ts';

export const DAY_MS = 86_400_000;
/** A time in ms that is longer than the difference between the test's clock and the clock of the file system. */
export const BEYOND_CLOCK_MS = 10_000 * DAY_MS;
/** The User-Agent of a phone. */
export const PHONE_USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

interface Visit {
  ip?: string;
  agent?: string;
  s?: unknown;
  method?: string;
  headers?: Record<string, string>;
}

/** A server whose pages are viewed, with one page and an empty folder of journals. */
export class ViewWorld {
  readonly server: TestServer;
  readonly owner: TestUser;
  folder = '';
  flow_id = '';
  views!: Views;

  private constructor(server: TestServer, owner: TestUser) {
    this.server = server;
    this.owner = owner;
  }

  static async open(): Promise<ViewWorld> {
    const server = await openTestServer();
    return new ViewWorld(server, await server.user());
  }

  /** Starts again with a new page and a new folder. */
  async reset(): Promise<void> {
    this.removeFolder();
    this.folder = mkdtempSync(join(tmpdir(), 'haversack-views-'));
    this.views = createViews(this.server.deps, { folder: this.folder });
    await this.views.count();
    this.flow_id = await this.addPage();
  }

  async close(): Promise<void> {
    this.removeFolder();
    await this.server.close();
  }

  removeFolder(): void {
    if (this.folder !== '') rmSync(this.folder, { recursive: true, force: true });
  }

  addPage = async (): Promise<string> => (await publishPage(this.server, this.owner.id)).id;

  visit = (
    { ip = '198.51.100.1', agent = PHONE_USER_AGENT, s, method = 'GET', headers = {} }: Visit = {},
    id = this.flow_id,
  ) => {
    const query = s === undefined ? {} : { s };
    this.views.countView({ ip, method, query, headers: { 'user-agent': agent, ...headers } }, id);
  };

  count = (): Promise<void> => this.views.count();

  today = (): string => this.server.clock.now().toISOString().slice(0, 10);

  days = (id = this.flow_id) =>
    this.server.db
      .selectFrom('landing_days')
      .select(['day', 'source', 'views', 'visitors'])
      .where('flow_id', '=', id)
      .orderBy('day')
      .orderBy('source')
      .execute();

  totals = (id = this.flow_id) =>
    this.server.db
      .selectFrom('flow_stats')
      .select(['views', 'visitors', 'rev'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  /** Writes a journal in the state in which a killed process would leave it. */
  leaveJournal(lines: string, secondsAgo: number, name = 'left-behind.open'): void {
    const file = join(this.folder, name);
    const at = this.server.clock.now().getTime() / 1000 - secondsAgo;
    writeFileSync(file, lines);
    utimesSync(file, at, at);
  }

  /** Returns the journal line of a view by the visitor with this number. */
  line = (visitor: number): string =>
    `${journalLine(this.today(), this.flow_id, '', String(visitor).padStart(22, '0'))}\n`;
}

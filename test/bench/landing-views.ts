import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { callNamed } from '../../contract/api-calls/index.ts';
import { openDatabase } from '../../server/db/open.ts';
import { createViews } from '../../server/landing/views/count-views.ts';
import { silentLog } from '../../server/log.ts';
import { Pokes } from '../../server/pokes.ts';
import { newFolder, Server } from '../e2e/helpers/start-server.ts';
import { pageBlock } from '../helpers/page-blocks.ts';
import { publishPage, type TestPage } from '../helpers/published-page.ts';
import { makeUser } from '../helpers/server.ts';
import { Chance } from '../simulation/rng.ts';
import { join } from 'node:path';
import type { Figures } from './figures.ts';

const VIEWS = 100_000;
const KILLS = 5;
const CONNECTIONS = 32;
const SCOPE = 'main';
const agentName = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** Returns the IP address of a visitor. Each view comes from a different address, whose hash identifies the view. */
const addressOf = (visitor: number): string => `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`;

/** Opens a page. Returns whether the whole response arrived. */
function openPage(url: string, visitor: number): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { 'user-agent': agentName, 'x-forwarded-for': addressOf(visitor) };
    request(url, { agent, headers }, (response) => {
      response
        .on('end', () => resolve(response.statusCode === 200))
        .on('error', () => resolve(false))
        .resume();
    })
      .on('error', () => resolve(false))
      .end();
  });
}

async function withDatabase<T>(
  folder: string,
  run: (deps: Parameters<typeof createViews>[0]) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ dataDir: folder });
  try {
    const deps = { db: database.db, scope: SCOPE, clock: () => new Date(), log: silentLog(), pokes: new Pokes() };
    return await run(deps);
  } finally {
    await database.close();
  }
}

const makePage = (folder: string): Promise<TestPage> =>
  withDatabase(folder, async ({ db, clock }) => {
    const owner = await makeUser(db, SCOPE, clock());
    const blocks = [pageBlock('hero', { title: 'First steps' }), pageBlock('text', { text: 'A page.\n\n'.repeat(50) })];
    return publishPage({ db, scope: SCOPE }, owner.id, { blocks });
  });

async function pageUrl({ url }: Server, { unique_name }: TestPage): Promise<string> {
  const reply = await fetch(url + callNamed('configs.all').path);
  const { landing_url } = (await reply.json()) as { landing_url: string };
  return `${landing_url}/l/${unique_name}`;
}

/**
 * Adds the views that are still in the journals to the figures. Returns how many of the acknowledged views are among
 * the counted visitors, and the number of all counted views.
 */
const countViews = (
  folder: string,
  page: TestPage,
  answered: readonly number[],
): Promise<{ found: number; views: number }> =>
  withDatabase(folder, async (deps) => {
    await createViews(deps, { folder: join(folder, 'views'), abandoned_ms: 0 }).count();
    const salts = await deps.db
      .selectFrom('landing_salts')
      .select(['day', 'salt'])
      .where('scope', '=', SCOPE)
      .execute();
    const rows = await deps.db.selectFrom('landing_visitors').select('hash').where('flow_id', '=', page.id).execute();
    const hashes = new Set(rows.map(({ hash }) => hash));
    const isCounted = (visitor: number) =>
      salts.some(({ day, salt }) => {
        const parts = [salt, day, page.id, addressOf(visitor), agentName];
        return hashes.has(createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22));
      });
    const stats = await deps.db
      .selectFrom('flow_stats')
      .select('views')
      .where('id', '=', page.id)
      .executeTakeFirstOrThrow();
    return { found: answered.filter(isCounted).length, views: stats.views };
  });

/**
 * Opens a page 100,000 times while the server is killed (SIGKILL) at full load at five random moments, and counts the
 * answered views that are missing from the figures of the page. The same `SEED` gives the same moments.
 */
export async function measureLandingViews(): Promise<Figures> {
  const chance = new Chance(Number(process.env['SEED'] ?? 1));
  const kills = Array.from({ length: KILLS }, (_, n) => Math.floor(((n + chance.next()) * VIEWS) / KILLS));
  const folder = newFolder('views');
  const page = await makePage(folder);
  const server = new Server(folder, { DEMO: '0' });
  await server.start();
  let url = await pageUrl(server, page);
  const answered: number[] = [];
  let visitor = 0;
  let elapsed_ms = 0;
  for (const until of [...kills, VIEWS]) {
    const started = performance.now();
    let isEnding = false;
    const visit = async (): Promise<void> => {
      while (!isEnding && answered.length < VIEWS) {
        const newVisitor = (visitor += 1);
        if (await openPage(url, newVisitor)) answered.push(newVisitor);
        if (answered.length >= until && until < VIEWS && !isEnding) {
          isEnding = true;
          await server.kill();
        }
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, visit));
    elapsed_ms += performance.now() - started;
    if (until === VIEWS) break;
    await server.start();
    url = await pageUrl(server, page);
  }
  await server.kill();
  const { found, views } = await countViews(folder, page, answered);
  await server.remove();
  return {
    'views answered': answered.length,
    'views counted': views,
    'answered views that were lost': answered.length - found,
    'lost, per cent': ((answered.length - found) / answered.length) * 100,
    'views a second, at 32 connections': answered.length / (elapsed_ms / 1000),
  };
}

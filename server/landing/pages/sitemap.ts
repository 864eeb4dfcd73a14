import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { escapeHtml } from './print-html.ts';
import type { PageUrls } from './rendered-page.ts';

/** Maximum number of addresses in a sitemap. */
const MAX_URLS = 50_000;
const MAX_AGE_MS = 60_000;

interface SitemapOptions extends Pick<PageUrls, 'landing_url'> {
  deps: Deps;
}

/** Returns the addresses of all published pages, newest first. */
async function publishedPages({ db, scope }: Deps): Promise<{ unique_name: string; published_at: string }[]> {
  const rows = await db
    .selectFrom('flows as f')
    .innerJoin('users as u', (join) => join.onRef('u.scope', '=', 'f.scope').onRef('u.id', '=', 'f.owner_id'))
    .select(['f.unique_name', 'f.published_at'])
    .where('f.scope', '=', scope)
    .where('f.state', '=', 'published')
    .where('f.deleted_at', 'is', null)
    .where('u.is_active', '=', true)
    .where('u.is_blocked', '=', false)
    .where('u.deleted_at', 'is', null)
    .orderBy('f.published_at', 'desc')
    .limit(MAX_URLS)
    .execute();
  return rows.flatMap(({ unique_name, published_at }) =>
    unique_name !== null && published_at !== null ? [{ unique_name, published_at }] : [],
  );
}

/** Adds the files for search engines: the sitemap, and robots.txt with the paths that search engines may fetch. */
export function registerSitemap(app: FastifyInstance, { deps, landing_url }: SitemapOptions): void {
  const origin = () => landing_url().replace(/\/$/, '');
  let cached: { at: number; xml: string } | null = null;
  app.get('/sitemap.xml', async (_request, reply) => {
    const at = deps.clock().getTime();
    if (!cached || at - cached.at >= MAX_AGE_MS) {
      const urls = (await publishedPages(deps)).map(
        ({ unique_name, published_at }) =>
          `<url><loc>${escapeHtml(`${origin()}/l/${unique_name}`)}</loc><lastmod>${new Date(published_at).toISOString()}</lastmod></url>`,
      );
      const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
      cached = { at, xml };
    }
    return reply
      .headers({ 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=300' })
      .send(cached.xml);
  });
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /demo/\nSitemap: ${origin()}/sitemap.xml\n`),
  );
}

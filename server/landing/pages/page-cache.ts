import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { findPublishedPage } from '../../features/flows/published.ts';
import { ByteCache } from '../../byte-cache.ts';
import { renderPage, type PageUrls, type RenderedPage } from './rendered-page.ts';

const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/** Estimated size of an entry in addition to the bytes of its page. */
const ENTRY_BYTES = 2_000;
/** How long a page is sent without checking in the database whether it has changed. */
export const CHECK_INTERVAL_MS = 1_000;

export type PageState = RenderedPage | 'gone' | 'missing';

interface Entry {
  /** Identifies the state of the data from which the page was rendered. */
  stamp: string;
  checked_at: number;
  state: PageState;
}

/** Keeps rendered pages in memory, and checks each page in the database for changes at most once per second. */
export class PageCache {
  readonly #deps: Deps;
  readonly #urls: PageUrls;
  readonly #entries: ByteCache<Entry>;
  readonly #pending = new Map<string, Promise<PageState>>();

  constructor(deps: Deps, urls: PageUrls, max_bytes = MAX_CACHE_BYTES) {
    this.#deps = deps;
    this.#urls = urls;
    this.#entries = new ByteCache(max_bytes);
  }

  /** Returns a page if it need not be checked yet; undefined otherwise. */
  fresh(name: string): PageState | undefined {
    const entry = this.#entries.get(name);
    return entry && this.#deps.clock().getTime() - entry.checked_at < CHECK_INTERVAL_MS ? entry.state : undefined;
  }

  /** Returns the current state of a page. Simultaneous requests for the same page share one query. */
  async get(name: string): Promise<PageState> {
    const found = this.fresh(name);
    if (found) return found;
    const pending = this.#pending.get(name) ?? this.#check(name).finally(() => this.#pending.delete(name));
    this.#pending.set(name, pending);
    return pending;
  }

  async #check(name: string): Promise<PageState> {
    const checked_at = this.#deps.clock().getTime();
    const stamp = await this.#stampOf(name);
    const entry = this.#entries.get(name);
    const known = entry?.stamp === stamp && typeof entry.state === 'object' ? entry.state : undefined;
    const state = known && known.fresh_until > checked_at ? known : await this.#render(name);
    const bytes = ENTRY_BYTES + name.length + (typeof state === 'object' ? state.bytes : 0);
    this.#entries.set(name, { stamp, checked_at, state }, bytes);
    return state;
  }

  async #render(name: string): Promise<PageState> {
    const page = await findPublishedPage(this.#deps.db, this.#deps.scope, name);
    if (page?.state !== 'published') return page ? 'gone' : 'missing';
    return renderPage(this.#deps, this.#urls, page, name);
  }

  /**
   * Returns a stamp of the data from which the page at an address is rendered. One query reads the data by primary
   * keys.
   */
  async #stampOf(name: string): Promise<string> {
    const { rows } = await sql<{ stamp: string }>`select concat_ws(' ', f.id, f.state, f.version, f.published_at,
        f.deleted_at, u.first_name, u.is_active, u.is_blocked, u.deleted_at,
        (select count(*) from landing_files l join landing_image_variants v on v.scope = l.scope and v.sha256 = l.sha256
          where l.scope = f.scope and l.flow_id = f.id)) as stamp
      from flows f join users u on u.scope = f.scope and u.id = f.owner_id
      where f.scope = ${this.#deps.scope} and f.unique_name = ${name}`.execute(this.#deps.db);
    return rows[0]?.stamp ?? '';
  }
}

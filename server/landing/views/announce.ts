import { inScope } from '../../context.ts';
import type { Db } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';

const DAY_MS = 86_400_000;
/** Minimum time between two updates of a page's figures on the phones of its owner. */
const ANNOUNCED_EVERY_MS = 60_000;
/**
 * Number of days for which the names of counted journals are stored. The journal itself is deleted right after it has
 * been counted.
 */
const JOURNAL_NAME_DAYS = 7;

/**
 * Sends changed figures to the phones of the owners. The figures of a page are sent immediately after the first view,
 * and then at most once a minute.
 */
export class FigureAnnouncer {
  readonly #deps: Deps;
  readonly #waiting = new Set<string>();
  readonly #last = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  add(flow_ids: readonly string[]): void {
    for (const id of flow_ids) this.#waiting.add(id);
  }

  /** Adds the recently viewed pages, because a process may have been killed before it sent their figures. */
  async addRecent(): Promise<void> {
    const { db, scope, clock } = this.#deps;
    const since = new Date(clock().getTime() - DAY_MS).toISOString().slice(0, 10);
    const rows = await db
      .selectFrom('landing_days')
      .select('flow_id')
      .distinct()
      .where('scope', '=', scope)
      .where('day', '>=', since)
      .execute();
    this.add(rows.map(({ flow_id }) => flow_id));
  }

  /** Gives a new rev to the figures of pages that must be sent now, and pokes their owners. */
  async send(): Promise<void> {
    const now = this.#deps.clock().getTime();
    for (const [id, at] of this.#last) if (now - at >= ANNOUNCED_EVERY_MS) this.#last.delete(id);
    const due = [...this.#waiting].filter((id) => !this.#last.has(id)).toSorted();
    if (due.length === 0) return;
    await inScope(this.#deps, this.#deps.scope, async ({ tx, scope, nextRev, poke }) => {
      const flows = await tx
        .selectFrom('flows as f')
        .innerJoin('flow_stats as s', (join) => join.onRef('s.scope', '=', 'f.scope').onRef('s.id', '=', 'f.id'))
        .select(['f.id', 'f.owner_id'])
        .where('f.scope', '=', scope)
        .where('f.id', 'in', due)
        .where('f.deleted_at', 'is', null)
        .orderBy('f.id')
        .forNoKeyUpdate('s')
        .execute();
      if (flows.length === 0) return;
      const ids = flows.map(({ id }) => id);
      const rev = await nextRev();
      await tx.updateTable('flow_stats').set({ rev }).where('scope', '=', scope).where('id', 'in', ids).execute();
      poke([...new Set(flows.map(({ owner_id }) => owner_id))]);
    });
    for (const id of due) {
      this.#waiting.delete(id);
      this.#last.set(id, now);
    }
  }
}

/** Deletes the salts and the visitors of days that are over, and the names of counted journals. */
export async function dropPastViews(db: Db, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const oldestName = new Date(now.getTime() - JOURNAL_NAME_DAYS * DAY_MS).toISOString();
  await db.deleteFrom('landing_salts').where('day', '<', today).execute();
  await db.deleteFrom('landing_visitors').where('day', '<', today).execute();
  await db.deleteFrom('landing_journals').where('counted_at', '<', oldestName).execute();
}

import { createHash, randomBytes } from 'node:crypto';
import type { Deps } from '../../deps.ts';

const DAY_MS = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * The salts of today and tomorrow (UTC), which all processes share. A salt is deleted when its day is over. Without the
 * salt, a visitor's hash can neither be computed again nor compared with the hash of another day.
 */
export class Salts {
  readonly #deps: Deps;
  #salts = new Map<string, string>();
  /**
   * Salt of this process, used while the database cannot be reached. A person may then be counted as a visitor once per
   * process.
   */
  readonly #own = randomBytes(32).toString('base64url');

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Loads the salts of today and tomorrow, and creates those that are missing. Does nothing if they are already loaded. */
  async load(): Promise<void> {
    const { db, scope, clock } = this.#deps;
    const now = clock().getTime();
    const days = [dayOf(now), dayOf(now + DAY_MS)];
    if (days.every((day) => this.#salts.has(day))) return;
    const created = days.map((day) => ({ scope, day, salt: randomBytes(32).toString('base64url') }));
    await db
      .insertInto('landing_salts')
      .values(created)
      .onConflict((conflict) => conflict.columns(['scope', 'day']).doNothing())
      .execute();
    const rows = await db
      .selectFrom('landing_salts')
      .select(['day', 'salt'])
      .where('scope', '=', scope)
      .where('day', 'in', days)
      .execute();
    this.#salts = new Map(rows.map(({ day, salt }) => [day, salt]));
  }

  /** Returns the hash of a visitor of a page on a day. It has 22 characters. */
  hash(day: string, flow_id: string, ip: string, userAgent: string): string {
    const salt = this.#salts.get(day) ?? this.#own;
    const visitor = [salt, day, flow_id, ip, userAgent].join('\n');
    return createHash('sha256').update(visitor).digest('base64url').slice(0, 22);
  }
}

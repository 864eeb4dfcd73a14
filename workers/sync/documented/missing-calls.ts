import type { CallName } from '../../../contract/api-calls/index.ts';
import type { PhoneDb } from '../../../src/db/schema/db.ts';
import { savedMeta, saveMeta } from '../../../src/db/schema/meta.ts';
import { saveStatus } from '../../../src/db/schema/sync-meta.ts';

/** Time in ms after which a call that seemed to be missing is tried again: the response may have come from a proxy. */
export const RETRY_MISSING_MS = 86_400_000;

/** Paths of the screens that stay empty or cannot save anything, because there are no documented calls for them. */
export const uselessScreens: readonly string[] = [
  '/inbox',
  '/calls/new',
  '/payments',
  '/accounting',
  '/main/admin/audit',
];

/**
 * Whether this status, in the response to a request that refers to no record, means that the API does not have the
 * call.
 */
export const isMissing = (status: number): boolean => [404, 405, 501].includes(status);

/**
 * The documented calls that the API does not have: those that the configuration names, and those that turned out to be
 * missing when they were used. They are stored for the screens, which hide or explain what is missing.
 */
export class MissingCalls {
  private readonly off: readonly string[];
  /** Device time (ms) until which a call is not tried again, by the name of the call. */
  private found = new Map<string, number>();
  private db_name: string | null = null;

  constructor(off: readonly string[]) {
    this.off = off;
  }

  /** Whether the configuration says that the API does not have a call. */
  isOff(name: CallName): boolean {
    return this.off.includes(name);
  }

  has(name: CallName, now: number): boolean {
    return this.isOff(name) || (this.found.get(name) ?? 0) > now;
  }

  /** Loads the calls that earlier sessions of the user have found to be missing, once per database. */
  async load(db: PhoneDb, now: number): Promise<void> {
    if (this.db_name === db.name) return;
    this.db_name = db.name;
    const stored = (await savedMeta(db, 'missing_calls')) ?? [];
    const found = stored.flatMap(({ name, until }) => (until !== null && until > now ? [[name, until] as const] : []));
    this.found = new Map([...found, ...this.found]);
    await this.save(db, stored);
  }

  /** Tells the screens what is missing, once it is known that the API has only documented calls. */
  async show(db: PhoneDb): Promise<void> {
    await this.save(db, (await savedMeta(db, 'missing_calls')) ?? []);
  }

  /** Notes that the API does not have a call. */
  async note(db: PhoneDb, name: CallName, now: number): Promise<void> {
    if (this.has(name, now)) return;
    this.found.set(name, now + RETRY_MISSING_MS);
    await this.save(db, (await savedMeta(db, 'missing_calls')) ?? []);
  }

  /** Notes that the API has a call again. */
  async forget(db: PhoneDb, name: CallName): Promise<void> {
    if (this.found.delete(name)) await this.save(db, (await savedMeta(db, 'missing_calls')) ?? []);
  }

  /** Stores the calls, and tells the screens. Writes nothing if nothing has changed. */
  private async save(db: PhoneDb, stored: readonly { name: string }[]): Promise<void> {
    const rows = [
      ...this.off.map((name) => ({ name, until: null })),
      ...[...this.found].map(([name, until]) => ({ name, until })),
    ];
    if (JSON.stringify(rows) !== JSON.stringify(stored)) await saveMeta(db, 'missing_calls', rows);
    if (await savedMeta(db, 'documented')) await saveStatus(db, { limits: rows, hidden: uselessScreens });
  }
}

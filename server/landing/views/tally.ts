const LINE = /^(\d{4}-\d\d-\d\d) ([0-9a-f-]{36}) ([a-z0-9_-]{0,30}) ([\w-]{22})$/;

/**
 * Returns a view as a line of a journal. `visitor` is a hash, which cannot be used any more after the salt of the day
 * has been deleted.
 */
export const journalLine = (day: string, flow_id: string, source: string, visitor: string): string =>
  `${day} ${flow_id} ${source} ${visitor}`;

/** Number of views of a page on a day from one source. */
export interface ViewCount {
  day: string;
  flow_id: string;
  source: string;
  views: number;
}

/** A visitor of a page on a day, with the source of the first view in the journal. */
export interface Visitor {
  day: string;
  flow_id: string;
  source: string;
  hash: string;
}

/** Counts the lines of a journal. Incomplete lines, which a killed process has left, are ignored. */
export function tallyJournal(journal: string): { counts: ViewCount[]; visitors: Visitor[] } {
  const counts = new Map<string, ViewCount>();
  const visitors = new Map<string, Visitor>();
  for (const line of journal.split('\n')) {
    const [, day, flow_id, source, hash] = LINE.exec(line) ?? [];
    if (day === undefined || flow_id === undefined || source === undefined || hash === undefined) continue;
    const key = `${flow_id} ${day} ${source}`;
    const count = counts.get(key) ?? { day, flow_id, source, views: 0 };
    count.views += 1;
    counts.set(key, count);
    const visitor = `${flow_id} ${day} ${hash}`;
    if (!visitors.has(visitor)) visitors.set(visitor, { day, flow_id, source, hash });
  }
  return { counts: [...counts.values()], visitors: [...visitors.values()] };
}

import type { Contact } from '../../../contract/entities/contact.ts';
import type { Contender } from './contender.ts';

// The page of each peer: /?peer=NAME. The benchmark calls `bench` in it. With `&start`, it opens its database and shows
// the first contacts at once, and `bench.startMs` is the time from the navigation until they are in the document.

interface Bench {
  startMs: number;
  store(): Promise<number>;
  change(): Promise<number>;
  search(texts: readonly string[]): Promise<{ ms: number; found: string[][] }>;
}

declare global {
  const bench: Bench;
}

const contenders: Record<string, () => Promise<{ contender: Contender }>> = {
  raw: () => import('./raw.ts'),
  dexie: () => import('./dexie.ts'),
  rxdb: () => import('./rxdb.ts'),
  pouchdb: () => import('./pouchdb.ts'),
  tanstack: () => import('./tanstack.ts'),
};

const query = new URLSearchParams(location.search);
const { contender } = (await contenders[query.get('peer') ?? '']?.()) ?? {};
if (!contender) throw new Error('there is no such peer');

const fetchRows = async (path: string): Promise<Contact[]> => (await (await fetch(path)).json()) as Contact[];

async function measureMs(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

function show(rows: readonly Contact[]): void {
  const links = rows.map(({ id, first_name, last_name, notes }) => {
    const link = document.createElement('a');
    link.href = `/contacts/${id}`;
    link.textContent = `${last_name} ${first_name}: ${notes}`;
    return link;
  });
  document.querySelector('main')?.append(...links);
}

await contender.open();
if (query.has('start')) show(await contender.first());
const ready: Bench = {
  startMs: performance.now(),
  async store() {
    const rows = await fetchRows('/rows.json');
    return measureMs(() => contender.store(rows));
  },
  async change() {
    const rows = await fetchRows('/changes.json');
    return measureMs(() => contender.change(rows));
  },
  async search(texts) {
    const found: string[][] = [];
    const ms = await measureMs(async () => {
      for (const text of texts) found.push((await contender.search(text)).map(({ id }) => id));
    });
    return { ms, found };
  },
};
Object.assign(globalThis, { bench: ready });

import { liveQuery } from 'dexie';
import { expect, it } from 'vitest';
import { savedMeta, saveMeta } from '../../src/db/schema/meta.ts';
import { freshPorts, openPhone } from './fake-app.tsx';

const AWAITS = 20;

it('a live query observes what it reads after awaiting other async functions', async () => {
  const db = await openPhone(freshPorts());
  const nothing = async (): Promise<void> => {};
  const other = async (): Promise<void> => {
    for (let left = AWAITS; left > 0; left -= 1) await nothing();
  };
  const results: (boolean | undefined)[] = [];
  const query = async () => {
    await other();
    return savedMeta(db, 'paused');
  };
  const subscription = liveQuery(async () => query()).subscribe((paused) => void results.push(paused));
  await expect.poll(() => results).toEqual([undefined]);
  await saveMeta(db, 'paused', true);
  await expect.poll(() => results).toEqual([undefined, true]);
  subscription.unsubscribe();
  db.close();
});

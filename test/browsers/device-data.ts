import { type DrivenPage, type Expression, waitUntil, evaluate } from './driven-page.ts';

/** An expression for the databases of the site, in the default bucket and in all other storage buckets of the browser. */
const databases: Expression = `(await (async () => {
    const { storageBuckets } = navigator;
    const names = (await storageBuckets?.keys()) ?? [];
    const buckets = await Promise.all(names.map((name) => storageBuckets.open(name)));
    const factories = [indexedDB, ...buckets.map((bucket) => bucket.indexedDB)];
    const lists = factories.map(async (factory) => (await factory.databases()).map(({ name }) => ({ name, factory })));
    return (await Promise.all(lists)).flat();
  })())`;

const toPromise = `const toPromise = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });`;

/** Returns an expression for all rows of a table in the user's database. */
const allRows = (table: string): Expression => `(await (async () => {
    ${toPromise}
    const isUserDatabase = ({ name }) => name.startsWith('haversack-') && name !== 'haversack-device';
    const { name, factory } = ${databases}.find(isUserDatabase);
    const db = await toPromise(factory.open(name));
    db.onversionchange = () => db.close();
    const rows = await toPromise(db.transaction('${table}').objectStore('${table}').getAll());
    db.close();
    return rows;
  })())`;

/** Returns the rows of a table in the user's database. */
export const rowsOf = async <T>(page: DrivenPage, table: string): Promise<T[]> =>
  (await evaluate(page, allRows(table))) as T[];

/** Waits until a table has a row that meets a condition, which is an expression about `row`. */
export const waitForRow = (page: DrivenPage, what: string, table: string, condition: Expression): Promise<void> =>
  waitUntil(page, what, `${allRows(table)}.some((row) => ${condition})`);

/** Waits until the device has no unsent write. */
export const waitUntilSent = (page: DrivenPage): Promise<void> =>
  waitUntil(page, 'the end of sending', `${allRows('outbox')}.length === 0`);

/** Waits until only the device's own database is left. */
export const waitUntilDeleted = (page: DrivenPage): Promise<void> =>
  waitUntil(page, 'the deletion of the database', `${databases}.length === 1`);

/**
 * Returns what a page can still read: databases, rows of the device's database, the token, caches with a person's
 * files, and those of the strings `traces` that occur in its storage.
 */
export const readableData = (page: DrivenPage, traces: readonly string[]): Promise<unknown> =>
  page.run(`
    ${toPromise}
    const deviceDatabase = await toPromise(indexedDB.open('haversack-device'));
    const values = await toPromise(deviceDatabase.transaction('values').objectStore('values').getAll());
    const lockedCount = await toPromise(deviceDatabase.transaction('locked').objectStore('locked').count());
    deviceDatabase.close();
    const text = JSON.stringify(values) + JSON.stringify(localStorage) + JSON.stringify(sessionStorage);
    return {
      databases: ${databases}.map(({ name }) => name),
      current: values.find(({ key }) => key === 'current_user')?.value ?? null,
      locked: lockedCount,
      traces: ${JSON.stringify(traces)}.filter((trace) => text.includes(trace)),
      files: (await caches.keys()).filter((name) => name.endsWith('-files')),
      token: localStorage.getItem('token'),
    };`);

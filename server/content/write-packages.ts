import { uuidv7 } from 'uuidv7';
import type { Tx } from '../db/tables.ts';
import {
  findExisting,
  deleteRowsOfRemovedFiles,
  removedPaths,
  type ImportCounts,
  type ImportOptions,
} from './existing.ts';
import { PROMO_FILE, type PackageDraft, type PromoDraft } from './packages.ts';

type Change = 'added' | 'updated' | 'unchanged';

/**
 * Writes a package if it is new or its file has changed. Each subscription has its own copy of the price, so a changed
 * price applies only to new subscriptions.
 */
async function writePackage(tx: Tx, draft: PackageDraft, options: ImportOptions): Promise<Change> {
  const { scope, now } = options;
  const before = await findExisting(tx, 'packages', scope, draft.path);
  if (before && before.source_hash === draft.source_hash && before.deleted_at === null) return 'unchanged';
  const values = {
    ...draft,
    title: JSON.stringify(draft.title),
    features: JSON.stringify(draft.features),
    prices: JSON.stringify(draft.prices),
    rev: await options.nextRev(),
    updated_at: now,
    deleted_at: null,
    deleted_by: null,
  };
  if (before) {
    await tx.updateTable('packages').set(values).where('scope', '=', scope).where('id', '=', before.id).execute();
    return 'updated';
  }
  await tx
    .insertInto('packages')
    .values({ ...values, id: uuidv7(), scope, field_revs: '{}', created_at: now })
    .execute();
  return 'added';
}

/**
 * Writes a promo code if its line is new or has changed. A changed line replaces the code and resets its remaining
 * uses.
 */
async function writePromoCode(tx: Tx, draft: PromoDraft, { scope, now }: ImportOptions): Promise<Change> {
  const { code, uses: uses_left, ...fields } = draft;
  const codes = tx.selectFrom('promo_codes').select('source').where('scope', '=', scope).where('code', '=', code);
  const before = await codes.executeTakeFirst();
  if (before?.source === draft.source) return 'unchanged';
  const values = { ...fields, uses_left };
  await tx
    .insertInto('promo_codes')
    .values({ scope, code, ...values, created_at: now })
    .onConflict((conflict) => conflict.columns(['scope', 'code']).doUpdateSet(values))
    .execute();
  return before ? 'updated' : 'added';
}

async function prunePromoCodes(
  tx: Tx,
  promoCodes: readonly PromoDraft[],
  { scope, prune: isPruned }: ImportOptions,
  counts: ImportCounts,
): Promise<void> {
  const imported = tx
    .selectFrom('promo_codes')
    .select('code')
    .where('scope', '=', scope)
    .where('source', 'is not', null);
  const present = new Set(promoCodes.map(({ code }) => code));
  const removed = (await imported.orderBy('code').execute())
    .map(({ code }) => code)
    .filter((code) => !present.has(code));
  counts.removed.push(...removed.map((code) => `${PROMO_FILE}: ${code}`));
  if (!isPruned || removed.length === 0) return;
  await tx.deleteFrom('promo_codes').where('scope', '=', scope).where('code', 'in', removed).execute();
  counts.pruned += removed.length;
}

/**
 * Updates packages and promo codes in the database to match the folder. If the folder contains no files of a kind at
 * all, readable or not, the rows of that kind are not changed.
 */
export async function writePackages(
  tx: Tx,
  content: { packages: readonly PackageDraft[]; promoCodes: readonly PromoDraft[]; bad: readonly string[] },
  options: ImportOptions,
  counts: ImportCounts,
): Promise<void> {
  for (const draft of content.packages) counts[await writePackage(tx, draft, options)] += 1;
  for (const draft of content.promoCodes) counts[await writePromoCode(tx, draft, options)] += 1;
  const bad = content.bad.filter((file) => file.startsWith('packages/'));
  const present = new Set([...content.packages.map(({ path }) => path), ...bad]);
  if (present.size > 0) {
    const removed = await removedPaths(tx, 'packages', options.scope, present);
    counts.removed.push(...removed);
    if (options.prune) {
      await deleteRowsOfRemovedFiles(tx, 'packages', removed, options);
      counts.pruned += removed.length;
    }
  }
  if (content.promoCodes.length > 0 && !content.bad.includes(PROMO_FILE))
    await prunePromoCodes(tx, content.promoCodes, options, counts);
}

import type { Lang } from '../../../contract/fields.ts';
import type { HandlerContext } from '../../handlers.ts';
import { donationTitle } from '../donations/card.ts';
import type { Intent } from '../payments/provider.ts';
import { planTitle } from '../subscription/labels.ts';

type Paid = Pick<Intent, 'id' | 'purpose' | 'subject_id' | 'title'>;
type Context = Pick<HandlerContext, 'tx' | 'scope'>;

async function subscriptionTitles({ tx, scope }: Context, paid: readonly Paid[], language: Lang) {
  const ids = paid.filter(({ purpose }) => purpose === 'subscription').map(({ id }) => id);
  if (ids.length === 0) return [];
  // A line has the same id as its payment intent.
  const lines = await tx
    .selectFrom('subscription_lines')
    .select(['id', 'title', 'period'])
    .where('scope', '=', scope)
    .where('id', 'in', ids)
    .execute();
  return lines.flatMap(({ id, title, period }) =>
    title && period ? [[id, planTitle(title, period, language)] as const] : [],
  );
}

async function donationTitles({ tx, scope }: Context, paid: readonly Paid[], language: Lang) {
  const donations = paid.filter(({ purpose }) => purpose === 'donation');
  if (donations.length === 0) return [];
  const rows = await tx
    .selectFrom('donations')
    .select(['id', 'frequency'])
    .where('scope', '=', scope)
    .where(
      'id',
      'in',
      donations.map(({ subject_id }) => subject_id),
    )
    .execute();
  const frequencies = new Map(rows.map(({ id, frequency }) => [id, frequency]));
  return donations.flatMap(({ id, subject_id }) => {
    const frequency = frequencies.get(subject_id);
    return frequency ? [[id, donationTitle(frequency, language)] as const] : [];
  });
}

/**
 * Returns the titles of payments in the given language, by the id of the payment. The stored titles are in the language
 * of the payer, so an employee could not read them. Books keep the stored title, which is the name of the book.
 */
export async function titlesOf(
  context: Context,
  paid: readonly Paid[],
  language: Lang,
): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...paid.map(({ id, title }) => [id, title] as const),
    ...(await subscriptionTitles(context, paid, language)),
    ...(await donationTitles(context, paid, language)),
  ]);
}

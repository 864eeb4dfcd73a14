import type { LandingBlock } from '../../../contract/entities/landing-block.ts';
import type { PublishedCard } from '../../../contract/landing/card.ts';
import type { Lang } from '../../../contract/fields.ts';
import type { RowsContext } from '../../handlers.ts';

type Ref = NonNullable<LandingBlock['ref']>;
type Found = Omit<PublishedCard, 'kind' | 'id'>;

/** Maximum number of characters of a record's text that a card shows. */
const MAX_CARD_TEXT = 200;

const clipText = (text: string) =>
  text.length <= MAX_CARD_TEXT ? text : `${text.slice(0, MAX_CARD_TEXT - 1).trimEnd()}…`;

/** Date, time and place of an event, in the language of the page and the time zone of the event. */
function whenAndWhere(event: { starts_at: string; time_zone: string; place: string }, lang: Lang): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: event.time_zone } as const;
  const at = new Intl.DateTimeFormat(lang, options).format(new Date(event.starts_at));
  return event.place === '' ? at : `${at}, ${event.place}`;
}

/**
 * Functions that find the record of a card, by the kind of record. Lessons are open only to members, so a card shows
 * only the title of a lesson. Deleted records are not found.
 */
const finders: Record<Ref['kind'], (context: RowsContext, id: string, lang: Lang) => Promise<Found | undefined>> = {
  book: async ({ tx, caller }, id) => {
    const query = tx.selectFrom('books').select(['title', 'author']).where('scope', '=', caller.scope);
    const row = await query.where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
    return row && { title: row.title, text: clipText(row.author), path: `/books/${id}` };
  },
  lesson: async ({ tx, caller }, id) => {
    const query = tx.selectFrom('lessons').select('title').where('scope', '=', caller.scope);
    const row = await query.where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
    return row && { title: row.title, text: '', path: `/lesson/view/${id}` };
  },
  event: async ({ tx, caller }, id, lang) => {
    const columns = ['title', 'starts_at', 'time_zone', 'place'] as const;
    const query = tx.selectFrom('events').select(columns).where('scope', '=', caller.scope);
    const row = await query.where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
    return row && { title: row.title, text: clipText(whenAndWhere(row, lang)), path: `/events/view/${id}` };
  },
  subscription: async ({ tx, caller }, id, lang) => {
    const query = tx.selectFrom('packages').select(['title', 'features']).where('scope', '=', caller.scope);
    const row = await query.where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
    const features = row?.features.map((feature) => feature[lang]).join(' · ') ?? '';
    return row && { title: row.title[lang], text: clipText(features), path: '/subscription' };
  },
};

/** Returns the current content of the card blocks. A card whose record does not exist is left out. */
export async function resolveCards(
  context: RowsContext,
  blocks: readonly LandingBlock[],
  lang: Lang,
): Promise<PublishedCard[]> {
  const cards: PublishedCard[] = [];
  for (const { ref } of blocks) {
    if (!ref || cards.some((card) => card.kind === ref.kind && card.id === ref.id)) continue;
    const found = await finders[ref.kind](context, ref.id, lang);
    if (found) cards.push({ ...ref, ...found });
  }
  return cards;
}

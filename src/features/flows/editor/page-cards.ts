import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import type { Lang } from '../../../../contract/fields.ts';
import type { PublishedCard } from '../../../../contract/landing/card.ts';
import type { PhoneDb } from '../../../db/schema/db.ts';

type Ref = NonNullable<LandingBlock['ref']>;
type CardContent = Omit<PublishedCard, 'kind' | 'id'>;

function eventText(
  { starts_at, time_zone, place }: { starts_at: string; time_zone: string; place: string },
  lang: Lang,
) {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: time_zone } as const;
  const at = new Intl.DateTimeFormat(lang, options).format(new Date(starts_at));
  return place === '' ? at : `${at}, ${place}`;
}

async function savedCard(db: PhoneDb, { kind, id }: Ref, lang: Lang): Promise<CardContent | undefined> {
  switch (kind) {
    case 'book': {
      const book = await db.books.get(id);
      return book && { title: book.title, text: book.author, path: `/books/${id}` };
    }
    case 'lesson': {
      const lesson = await db.lessons.get(id);
      return lesson && { title: lesson.title, text: '', path: `/lesson/view/${id}` };
    }
    case 'event': {
      const event = await db.events.get(id);
      return event && { title: event.title, text: eventText(event, lang), path: `/events/view/${id}` };
    }
    default: {
      const plan = await db.packages.get(id);
      const text = plan?.features.map((feature) => feature[lang]).join(' · ') ?? '';
      return plan && { title: plan.title[lang], text, path: '/subscription' };
    }
  }
}

/**
 * Returns the items that the card blocks of a page present, with the contents that they would have if the page were
 * published now.
 */
export async function savedPageCards(
  db: PhoneDb,
  blocks: readonly LandingBlock[],
  lang: Lang,
): Promise<PublishedCard[]> {
  const refs = blocks.flatMap(({ ref }) => (ref ? [ref] : []));
  const cards = await Promise.all(
    refs.map(async (ref) => {
      const found = await savedCard(db, ref, lang);
      return found && { ...ref, ...found };
    }),
  );
  return cards.filter((card) => card !== undefined);
}

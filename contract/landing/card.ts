import type { cardKinds } from './values.ts';

/** What a card block presents, as of the publication of its page. Editors build the same from the phone's database. */
export interface PublishedCard {
  kind: (typeof cardKinds)[number];
  id: string;
  title: string;
  /** A line of plain text below the title. */
  text: string;
  /** Where the card leads in the app. */
  path: string;
}

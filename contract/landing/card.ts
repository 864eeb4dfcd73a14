import type { cardKinds } from './values.ts';

/**
 * The content of a card block at the time when its page was published. The editor builds the same content from the
 * phone's database.
 */
export interface PublishedCard {
  kind: (typeof cardKinds)[number];
  id: string;
  title: string;
  /** A line of plain text below the title. */
  text: string;
  /** Path in the app to which the card leads. */
  path: string;
}

import type { cardKinds } from './values.ts';

/**
 * The content of a card block when its page was published. The editor builds the same content from the phone's
 * database.
 */
export interface PublishedCard {
  kind: (typeof cardKinds)[number];
  id: string;
  title: string;
  /** A line of plain text below the title. */
  text: string;
  /** Where the card leads in the app. */
  path: string;
}

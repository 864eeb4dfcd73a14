import type { Lang } from '../fields.ts';
import type { PublishedCard } from './card.ts';
import type { LandingImage } from './props.ts';

/** URLs from which an image of a page is loaded. */
export interface ImageSource {
  src: string;
  /** Scaled versions, the preferred format first. */
  sources?: readonly { type: 'image/avif' | 'image/webp'; srcset: string }[];
}

/** The data that a page shows in addition to its blocks. */
export interface LandingContext {
  lang: Lang;
  /** The time at which the page is shown, as an RFC 3339 timestamp in UTC. */
  now: string;
  /** Returns the URLs of an image; null if it is not available. */
  image(image: LandingImage): ImageSource | null;
  /** The contents of the card blocks. */
  cards: readonly PublishedCard[];
  /** The URL to which forms are sent, and the number of the page version that contains them. */
  form: { action: string; version: number };
  /** First name of the owner of the page. */
  owner_name: string;
  /** The origin of the app, without a slash at the end. */
  app_url: string;
}

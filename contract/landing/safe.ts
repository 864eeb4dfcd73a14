import type { LandingElement } from './tree.ts';

// The only tags and attributes that a page may contain. Blocks produce no others; this list is a second safeguard,
// which both the HTML printer of the server and the preview of the editor apply.

const tags = new Set(
  'a address blockquote br button details div em figcaption figure footer form h1 h2 h3 header hr img input label li main nav ol p picture section small source span strong summary textarea time ul'.split(
    ' ',
  ),
);

const attributes = new Set(
  'action alt aria-describedby aria-hidden aria-invalid autocomplete autofocus checked class data-kind data-src datetime decoding fetchpriority for height href id inputmode lang loading maxlength method name rel required role rows sizes src srcset tabindex type value width'.split(
    ' ',
  ),
);

const HREF = /^(?:https?:\/\/[^\s]|mailto:[^\s]|tel:\+\d|#|\/(?!\/|\\))/i;
/** Matches URLs of images from this origin, and of images that are only on the device and are shown in the preview. */
const SRC = /^(?:\/(?!\/|\\)|blob:)/;
const VIDEO_SRC = /^https:\/\//;
const PATH = /^\/(?!\/|\\)/;
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const addressPatterns: Partial<Record<string, RegExp>> = {
  href: HREF,
  src: SRC,
  srcset: SRC,
  action: PATH,
  'data-src': VIDEO_SRC,
};

const isSafe = (name: string, value: string | true): boolean => {
  if (!attributes.has(name)) return false;
  const allowed = addressPatterns[name];
  return !allowed || (value !== true && allowed.test(value) && !controlCharacters.test(value));
};

/** Whether a page may contain an element of this kind. */
export const isSafeTag = (tag: string): boolean => tags.has(tag);

/**
 * Returns the attributes of an element that a page may contain. None of them can run a script, and addresses have one
 * of the allowed schemes.
 */
export const safeAttributes = (node: LandingElement): [name: string, value: string | true][] =>
  Object.entries(node.attributes).filter(([name, value]) => isSafe(name, value));

/** Elements that have no content and no end tag. */
export const voidTags: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'source']);

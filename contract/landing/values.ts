// Constants of landing pages. They are separate from the schemas, so that screens can use them without loading zod.

/** States of a flow. Visitors can open only the page of a published flow. */
export const flowStates = ['draft', 'published', 'archived'] as const;
export type FlowState = (typeof flowStates)[number];

/** The types of blocks that a page can contain. */
export const blockTypes = [
  'hero',
  'heading',
  'text',
  'image',
  'gallery',
  'video',
  'button',
  'form',
  'contacts',
  'faq',
  'testimonial',
  'list',
  'countdown',
  'card',
  'divider',
] as const;
export type BlockType = (typeof blockTypes)[number];

/** Maximum numbers of flows, archived flows included, of a member without a subscription and of a subscriber. */
export const MAX_FLOWS = 20;
export const MAX_FLOWS_SUBSCRIBED = 100;
export const MAX_BLOCKS = 30;
/** Maximum number of published versions that are kept for a page. */
export const MAX_VERSIONS = 20;
/** Number of days for which a flow has daily figures. */
export const STATS_DAYS = 30;

export const MAX_GALLERY_IMAGES = 12;
export const MAX_QUESTIONS = 20;
export const MAX_LIST_ITEMS = 15;
export const MAX_POSITION_CHARS = 100;

/** What a button opens: the form of the page, a web page, a phone call, or a Telegram chat. */
export const targetKinds = ['form', 'url', 'phone', 'telegram'] as const;
export type TargetKind = (typeof targetKinds)[number];

export const formFields = ['name', 'phone', 'email', 'city', 'comment'] as const;
export type FormField = (typeof formFields)[number];

export const listIcons = ['check', 'dot', 'star', 'number'] as const;
/** The kinds of records that a card can present. */
export const cardKinds = ['book', 'lesson', 'event', 'subscription'] as const;

/** Addresses that pages cannot have, because they look official or are needed for other pages. */
export const reservedNames: readonly string[] = [
  'about',
  'account',
  'admin',
  'administrator',
  'api',
  'app',
  'assets',
  'billing',
  'blog',
  'checkout',
  'contact',
  'dashboard',
  'demo',
  'donate',
  'favicon',
  'form',
  'haversack',
  'help',
  'image',
  'images',
  'impressum',
  'index',
  'landing',
  'legal',
  'login',
  'logout',
  'mail',
  'news',
  'null',
  'official',
  'pay',
  'payment',
  'policy',
  'privacy',
  'register',
  'robots',
  'root',
  'security',
  'settings',
  'shop',
  'sitemap',
  'static',
  'status',
  'style',
  'support',
  'system',
  'terms',
  'undefined',
  'unsubscribe',
  'www',
];

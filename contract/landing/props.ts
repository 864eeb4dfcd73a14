import { Email, Phone } from '../contact-fields.ts';
import { Id, Instant, Sha256, text } from '../fields.ts';
import { MAX_PHOTO_SIDE_PX, photoTypes } from '../values.ts';
import { z } from '../zod.ts';
import {
  cardKinds,
  formFields,
  listIcons,
  MAX_GALLERY_IMAGES,
  MAX_LIST_ITEMS,
  MAX_QUESTIONS,
  targetKinds,
  type BlockType,
  type TargetKind,
} from './values.ts';

// The props of each type of block. In a draft, any prop may be empty; problems.ts defines what a published page needs.
// Texts are plain, except that the block `text` may contain the markup of markdown.ts. No prop contains HTML.

const sidePx = z.int().check(z.gte(1), z.lte(MAX_PHOTO_SIDE_PX, { error: 'too_large' }));

/** An image in the blob store, with its size in pixels, so that a page can reserve space for it before it is loaded. */
export const LandingImage = z.strictObject({ sha256: Sha256, mime: z.enum(photoTypes), width: sidePx, height: sidePx });
export type LandingImage = z.infer<typeof LandingImage>;

const MAX_URL_CHARS = 500;

const WEB_URL = /^https?:\/\/(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#][^\s<>"]*)?$/iu;

/**
 * Whether a value is the address of a web page. Addresses with a user name are rejected, because the user name can be
 * mistaken for the host.
 */
export const isWebUrl = (value: string): boolean => WEB_URL.test(value);

const VIDEO_PAGE = /^https:\/\/(?:(?:www|m)\.youtube\.com|youtube\.com|youtu\.be|vimeo\.com|player\.vimeo\.com)\/\S/i;
const VIDEO_FILE = /^https:\/\/[^?#]+\.(?:mp4|webm)(?:[?#]|$)/i;

/** Whether a value is the address of a video: on YouTube or Vimeo, or an MP4 or WebM file. */
export const isVideoUrl = (value: string): boolean =>
  isWebUrl(value) && (VIDEO_PAGE.test(value) || VIDEO_FILE.test(value));

const isTelegramName = (value: string): boolean => /^[A-Za-z0-9_]{4,32}$/.test(value);

const isTarget: Record<TargetKind, (value: string) => boolean> = {
  form: () => false,
  url: isWebUrl,
  phone: (value) => Phone.safeParse(value).success,
  telegram: isTelegramName,
};

const orEmpty = (isValid: (value: string) => boolean, error: string) =>
  z.refine<string>((value) => value === '' || isValid(value), { error });

const targetErrors = {
  form: 'invalid',
  url: 'url_invalid',
  phone: 'phone_invalid',
  telegram: 'telegram_invalid',
} as const;

/** What a button opens. `value` is empty if `kind` is `form`, and as long as nothing has been entered. */
export const ButtonTarget = z
  .strictObject({ kind: z.enum(targetKinds), value: text(0, MAX_URL_CHARS) })
  .check((context) => {
    const { kind, value } = context.value;
    if (value === '' || isTarget[kind](value)) return;
    context.issues.push({ code: 'custom', input: value, path: ['value'], message: targetErrors[kind] });
  });
export type ButtonTarget = z.infer<typeof ButtonTarget>;

const image = z.nullable(LandingImage);
/** Describes an image for people who cannot see it. */
const alt = text(0, 150);
/** Whether an image only decorates, so that it needs no description. */
const decorative = z.boolean();
const label = text(0, 40);

const hasNoRepeats = z.refine<readonly unknown[]>((items) => new Set(items).size === items.length, {
  error: 'invalid',
});
const canBeReached = z.refine<readonly string[]>((fields) => fields.includes('phone') || fields.includes('email'), {
  error: 'phone_or_email',
});

/** The schemas of the props, by type of block and name. Their messages are error codes. */
export const propShapes = {
  hero: { title: text(0, 90), subtitle: text(0, 200), image, alt, decorative, label, target: ButtonTarget },
  heading: { text: text(0, 120), level: z.union([z.literal(2), z.literal(3)], { error: 'invalid' }) },
  text: { text: text(0, 4000) },
  image: { image, alt, decorative },
  gallery: {
    images: z
      .array(z.strictObject({ image: LandingImage, alt }))
      .check(z.maxLength(MAX_GALLERY_IMAGES, { error: 'too_long' })),
  },
  video: { url: text(0, MAX_URL_CHARS).check(orEmpty(isVideoUrl, 'url_invalid')), image, alt },
  button: { label, target: ButtonTarget },
  form: {
    fields: z.array(z.enum(formFields, { error: 'invalid' })).check(hasNoRepeats, canBeReached),
    label,
    consent: text(0, 500),
    /** The text that visitors read after they have sent the form. */
    thanks: text(0, 300),
    /** The tag that is added to leads from this form; empty if there is none. */
    tag: text(0, 40),
  },
  contacts: {
    phone: z.string().check(orEmpty((value) => Phone.safeParse(value).success, 'phone_invalid')),
    email: z.string().check(orEmpty((value) => Email.safeParse(value).success, 'email_invalid')),
    telegram: z.string().check(orEmpty(isTelegramName, 'telegram_invalid')),
    address: text(0, 200),
  },
  faq: {
    questions: z
      .array(z.strictObject({ question: text(0, 200), answer: text(0, 1000) }))
      .check(z.maxLength(MAX_QUESTIONS, { error: 'too_long' })),
  },
  testimonial: { quote: text(0, 600), author: text(0, 100) },
  list: {
    items: z.array(text(0, 200)).check(z.maxLength(MAX_LIST_ITEMS, { error: 'too_long' })),
    icon: z.enum(listIcons, { error: 'invalid' }),
  },
  countdown: { until: z.nullable(Instant), expired_text: text(0, 200) },
  card: { ref: z.nullable(z.strictObject({ kind: z.enum(cardKinds, { error: 'invalid' }), id: Id })) },
  divider: {},
} satisfies Record<BlockType, Record<string, z.ZodMiniType>>;

type Shapes = typeof propShapes;
/** The props of a block of type T. */
export type PropsOf<T extends BlockType> = {
  [K in keyof Shapes[T]]: Shapes[T][K] extends z.ZodMiniType<infer V> ? V : never;
};

const noTarget: ButtonTarget = { kind: 'form', value: '' };

/** The props of a new block of each type. */
export const emptyProps: { [T in BlockType]: PropsOf<T> } = {
  hero: { title: '', subtitle: '', image: null, alt: '', decorative: false, label: '', target: noTarget },
  heading: { text: '', level: 2 },
  text: { text: '' },
  image: { image: null, alt: '', decorative: false },
  gallery: { images: [] },
  video: { url: '', image: null, alt: '' },
  button: { label: '', target: noTarget },
  form: { fields: ['name', 'phone'], label: '', consent: '', thanks: '', tag: '' },
  contacts: { phone: '', email: '', telegram: '', address: '' },
  faq: { questions: [] },
  testimonial: { quote: '', author: '' },
  list: { items: [], icon: 'check' },
  countdown: { until: null, expired_text: '' },
  card: { ref: null },
  divider: {},
};

/** The schema of `text`, which several types share, with the widest of their limits. */
const anyText = text(0, 4000);

/**
 * All props of all types, as the fields of one row. A prop that several types share has the widest of their limits
 * here; `propsError` checks a value against the limits of one type.
 */
export const allProps = {
  title: propShapes.hero.title,
  subtitle: propShapes.hero.subtitle,
  text: anyText,
  level: propShapes.heading.level,
  image,
  alt,
  decorative,
  label,
  target: ButtonTarget,
  images: propShapes.gallery.images,
  url: propShapes.video.url,
  fields: propShapes.form.fields,
  consent: propShapes.form.consent,
  thanks: propShapes.form.thanks,
  tag: propShapes.form.tag,
  phone: propShapes.contacts.phone,
  email: propShapes.contacts.email,
  telegram: propShapes.contacts.telegram,
  address: propShapes.contacts.address,
  questions: propShapes.faq.questions,
  quote: propShapes.testimonial.quote,
  author: propShapes.testimonial.author,
  items: propShapes.list.items,
  icon: propShapes.list.icon,
  until: propShapes.countdown.until,
  expired_text: propShapes.countdown.expired_text,
  ref: propShapes.card.ref,
};
export type PropName = keyof typeof allProps;
/** The props that an edit changes. */
export type AnyProps = { [K in PropName]?: z.infer<(typeof allProps)[K]> | undefined };

/** The props that contain images. A separate write changes them, so that texts never wait for an upload. */
export const imageProps = ['image', 'images'] as const satisfies readonly PropName[];

/** Returns the SHA-256 of each image in the props. */
export function imageHashesOf({ image: single, images = [] }: AnyProps): string[] {
  return [...(single ? [single.sha256] : []), ...images.map((item) => item.image.sha256)];
}

/**
 * Checks props against the type of their block. Returns the error code of each invalid prop by its name, or null if all
 * are valid. A prop that does not belong to the type gets the code `unknown`.
 */
export function propsError(type: BlockType, props: AnyProps): Record<string, string> | null {
  const shapes: Record<string, z.ZodMiniType> = propShapes[type];
  const errors: Record<string, string> = {};
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined) continue;
    const result = shapes[name]?.safeParse(value);
    if (!result) errors[name] = 'unknown';
    else if (!result.success) errors[name] = result.error.issues[0]?.message ?? 'invalid';
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

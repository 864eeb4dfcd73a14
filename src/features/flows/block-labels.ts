import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { LandingBlock } from '../../../contract/entities/landing-block.ts';
import type { PropName } from '../../../contract/landing/props.ts';
import type { BlockType, FormField } from '../../../contract/landing/values.ts';
import { landingBlockLabels } from '../../components/field/landing-field-labels.ts';
import { formatDateTime } from '../../lib/dates.ts';

export const blockTypeLabels: Record<BlockType, MessageDescriptor> = {
  hero: msg({ message: 'Hero', context: 'block of a page' }),
  heading: msg`Heading`,
  text: msg({ message: 'Text', context: 'block of a page' }),
  image: msg`Image`,
  gallery: msg`Gallery`,
  video: msg({ message: 'Video', context: 'block of a page' }),
  button: msg({ message: 'Button', context: 'block of a page' }),
  form: msg({ message: 'Form', context: 'block of a page' }),
  contacts: msg({ message: 'Contacts', context: 'block of a page' }),
  faq: msg({ message: 'FAQ', context: 'block of a page' }),
  testimonial: msg`Testimonial`,
  list: msg({ message: 'List', context: 'block of a page' }),
  countdown: msg`Countdown`,
  card: msg({ message: 'Card', context: 'block of a page' }),
  divider: msg`Divider`,
};

/** Returns the label of a block's prop. */
export const propLabel = (name: PropName): MessageDescriptor => landingBlockLabels[name].label;

export const formFieldLabels: Record<FormField, MessageDescriptor> = {
  name: msg({ message: 'Name', context: 'name of a person' }),
  phone: msg`Phone`,
  email: msg`Email`,
  city: msg`City`,
  comment: msg`Comment`,
};

const SUMMARY_CHARS = 60;

/** Returns the beginning of a Markdown text as plain text on one line. */
export function firstWords(text: string, max = SUMMARY_CHARS): string {
  const line = text
    .replace(/[*_#>`[\]]|^\s*-\s/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= max ? line : `${line.slice(0, max).replace(/\s\S*$/, '')}…`;
}

/**
 * Returns a short text that distinguishes a block from others of its type: its first words, or the number of its parts.
 * Empty for an empty block.
 */
export function blockSummary(block: LandingBlock, i18n: I18n): string {
  const { images = [], questions = [], items = [], fields = [] } = block;
  const labels = fields.map((field) => i18n._(formFieldLabels[field])).join(', ');
  const texts: Record<BlockType, () => string> = {
    hero: () => block.title ?? '',
    heading: () => block.text ?? '',
    text: () => block.text ?? '',
    image: () => block.alt ?? '',
    gallery: () => (images.length === 0 ? '' : plural(images.length, { one: '# image', other: '# images' })),
    video: () => block.url ?? '',
    button: () => block.label ?? '',
    form: () => labels,
    contacts: () => [block.phone, block.email, block.telegram, block.address].filter(Boolean).join(', '),
    faq: () => (questions.length === 0 ? '' : plural(questions.length, { one: '# question', other: '# questions' })),
    testimonial: () => block.author || (block.quote ?? ''),
    list: () => (items.length === 0 ? '' : plural(items.length, { one: '# item', other: '# items' })),
    countdown: () => (block.until ? formatDateTime(block.until) : ''),
    card: () => '',
    divider: () => '',
  };
  return firstWords(texts[block.type]());
}

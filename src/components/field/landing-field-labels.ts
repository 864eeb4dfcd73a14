import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PropName } from '../../../contract/landing/props.ts';
import type { FieldLabel } from './field-label.ts';

const text = (label: MessageDescriptor): FieldLabel => ({ label, kind: 'text' });
const longText = (label: MessageDescriptor): FieldLabel => ({ label, kind: 'long' });

/** Fields of landing pages. */
export const flowLabels: Record<string, FieldLabel> = {
  title: text(msg`Title`),
  unique_name: text(msg`Address`),
  lang: { label: msg`Language`, kind: 'choice', choices: { ru: msg`Russian`, en: msg`English`, de: msg`German` } },
  description: { label: msg`Description`, kind: 'long' },
  cover: { label: msg`Cover`, kind: 'images' },
};

export const headingSizeLabels = {
  2: msg({ message: 'Large', context: 'size of a heading' }),
  3: msg({ message: 'Small', context: 'size of a heading' }),
};

/** Labels of the icons that can mark the items of a list. */
export const listIconLabels = {
  check: msg`Check mark`,
  dot: msg({ message: 'Dot', context: 'mark before the lines of a list' }),
  star: msg`Star`,
  number: msg({ message: 'Number', context: 'mark before the lines of a list' }),
};

/** Props of landing page blocks, for all types of blocks. */
export const landingBlockLabels: Record<PropName, FieldLabel> = {
  title: text(msg`Title`),
  subtitle: longText(msg`Subtitle`),
  text: longText(msg`Text`),
  level: { label: msg({ message: 'Size', context: 'size of a heading' }), kind: 'choice', choices: headingSizeLabels },
  image: { label: msg`Image`, kind: 'images' },
  images: { label: msg`Images`, kind: 'images' },
  alt: text(msg`Description of the image`),
  decorative: { label: msg`Decorative image`, kind: 'flag' },
  label: text(msg`Text of the button`),
  target: { label: msg`Opens`, kind: 'target' },
  url: text(msg`Address of the video`),
  fields: { label: msg`Fields of the form`, kind: 'other' },
  consent: longText(msg`Consent`),
  thanks: longText(msg`Thank-you text`),
  tag: text(msg`Tag of leads`),
  phone: text(msg`Phone`),
  email: text(msg`Email`),
  telegram: text(msg`Telegram`),
  address: longText(msg`Address`),
  questions: { label: msg`Questions`, kind: 'questions' },
  quote: longText(msg`Quote`),
  author: text(msg`Author`),
  items: { label: msg`Items`, kind: 'lines' },
  icon: {
    label: msg({ message: 'Mark', context: 'mark before the lines of a list' }),
    kind: 'choice',
    choices: listIconLabels,
  },
  until: { label: msg({ message: 'Until', context: 'end of a countdown' }), kind: 'instant', isNullable: true },
  expired_text: text(msg`Text after the end`),
  ref: { label: msg`Presents`, kind: 'other' },
};

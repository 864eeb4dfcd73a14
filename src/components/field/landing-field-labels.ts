import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FieldLabel } from './field-label.ts';

const text = (label: MessageDescriptor): FieldLabel => ({ label, kind: 'text' });
const long = (label: MessageDescriptor): FieldLabel => ({ label, kind: 'long' });

/** Fields of landing pages. */
export const flowLabels: Record<string, FieldLabel> = {
  title: text(msg`Title`),
  unique_name: text(msg`Address`),
  lang: { label: msg`Language`, kind: 'choice', choices: { ru: msg`Russian`, en: msg`English`, de: msg`German` } },
  description: { label: msg`Description`, kind: 'long' },
  cover: { label: msg`Cover`, kind: 'images' },
};

/** The props of the blocks of landing pages, of all types of blocks. */
export const landingBlockLabels: Record<string, FieldLabel> = {
  title: text(msg`Title`),
  subtitle: long(msg`Subtitle`),
  text: long(msg`Text`),
  image: { label: msg`Image`, kind: 'images' },
  images: { label: msg`Images`, kind: 'images' },
  alt: text(msg`Description of the image`),
  label: text(msg`Text of the button`),
  target: { label: msg`Opens`, kind: 'target' },
  url: text(msg`Address of the video`),
  fields: { label: msg`Fields of the form`, kind: 'other' },
  consent: long(msg`Consent`),
  thanks: long(msg`Thank-you text`),
  tag: text(msg`Tag of leads`),
  phone: text(msg`Phone`),
  email: text(msg`Email`),
  telegram: text(msg`Telegram`),
  address: long(msg`Address`),
  questions: { label: msg`Questions`, kind: 'questions' },
  quote: long(msg`Quote`),
  author: text(msg`Author`),
  items: { label: msg`Items`, kind: 'lines' },
  ref: { label: msg`Presents`, kind: 'other' },
};

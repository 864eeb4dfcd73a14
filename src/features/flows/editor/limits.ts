import type { PropName } from '../../../../contract/landing/props.ts';
import type { BlockType } from '../../../../contract/landing/values.ts';

/** Maximum lengths of texts by type of block; test/features/flow-editor.test.ts compares them with the schemas. */
export const maxChars: Partial<Record<BlockType, Partial<Record<PropName, number>>>> = {
  hero: { title: 90, subtitle: 200, alt: 150, label: 40 },
  heading: { text: 120 },
  text: { text: 4000 },
  image: { alt: 150 },
  video: { url: 500, alt: 150 },
  button: { label: 40 },
  form: { label: 40, consent: 500, thanks: 300, tag: 40 },
  contacts: { address: 200 },
  testimonial: { quote: 600, author: 100 },
  countdown: { expired_text: 200 },
};

export const MAX_QUESTION_CHARS = 200;
export const MAX_ANSWER_CHARS = 1000;
export const MAX_ITEM_CHARS = 200;
export const MAX_ALT_CHARS = 150;

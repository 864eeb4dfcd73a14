import type { LandingBlock } from '../entities/landing-block.ts';
import type { PropName } from './props.ts';

/**
 * A prop that must (`error`) or should (`warning`) be completed before the page is published. Only errors prevent
 * publication.
 */
export interface BlockProblem {
  block_id: string;
  field: PropName;
  level: 'error' | 'warning';
}

type Rule = readonly [field: PropName, level: BlockProblem['level'], isMissing: (block: LandingBlock) => boolean];

const isEmpty = (field: PropName) => (block: LandingBlock) => {
  const value = block[field];
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
};
const required = (field: PropName): Rule => [field, 'error', isEmpty(field)];
const advised = (field: PropName): Rule => [field, 'warning', isEmpty(field)];

const hasNoAddress = ({ target }: LandingBlock) => target?.kind !== 'form' && target?.value === '';
const needsAlt = (block: LandingBlock) => Boolean(block.image) && !block.decorative && !block.alt;

const rules: Record<LandingBlock['type'], readonly Rule[]> = {
  hero: [
    required('title'),
    advised('subtitle'),
    ['alt', 'error', needsAlt],
    ['target', 'error', (block) => Boolean(block.label) && hasNoAddress(block)],
  ],
  heading: [required('text')],
  text: [required('text')],
  image: [required('image'), ['alt', 'error', needsAlt]],
  gallery: [required('images'), ['images', 'warning', ({ images = [] }) => images.some(({ alt }) => alt === '')]],
  video: [required('url')],
  button: [required('label'), ['target', 'error', hasNoAddress]],
  form: [required('consent'), advised('thanks'), advised('label')],
  contacts: [['phone', 'error', ({ phone, email, telegram, address }) => !phone && !email && !telegram && !address]],
  faq: [
    required('questions'),
    ['questions', 'error', ({ questions = [] }) => questions.some(({ question, answer }) => !question || !answer)],
  ],
  testimonial: [required('quote'), advised('author')],
  list: [required('items'), ['items', 'error', ({ items = [] }) => items.includes('')]],
  countdown: [required('until'), advised('expired_text')],
  card: [required('ref')],
  divider: [],
};

/** Returns the problems of a block, at most one for each prop. A hidden block has none. */
export function blockProblems(block: LandingBlock): BlockProblem[] {
  if (block.hidden) return [];
  const found = rules[block.type].filter(([, , isMissing]) => isMissing(block));
  const first = found.filter(([field], index) => found.findIndex((rule) => rule[0] === field) === index);
  return first.map(([field, level]) => ({ block_id: block.id, field, level }));
}

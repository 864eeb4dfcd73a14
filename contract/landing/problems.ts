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
const requiredRule = (field: PropName): Rule => [field, 'error', isEmpty(field)];
const advisedRule = (field: PropName): Rule => [field, 'warning', isEmpty(field)];

const hasNoAddress = ({ target }: LandingBlock) => target?.kind !== 'form' && target?.value === '';
const needsAlt = (block: LandingBlock) => Boolean(block.image) && !block.decorative && !block.alt;

const rules: Record<LandingBlock['type'], readonly Rule[]> = {
  hero: [
    requiredRule('title'),
    advisedRule('subtitle'),
    ['alt', 'error', needsAlt],
    ['target', 'error', (block) => Boolean(block.label) && hasNoAddress(block)],
  ],
  heading: [requiredRule('text')],
  text: [requiredRule('text')],
  image: [requiredRule('image'), ['alt', 'error', needsAlt]],
  gallery: [requiredRule('images'), ['images', 'warning', ({ images = [] }) => images.some(({ alt }) => alt === '')]],
  video: [requiredRule('url')],
  button: [requiredRule('label'), ['target', 'error', hasNoAddress]],
  form: [requiredRule('consent'), advisedRule('thanks'), advisedRule('label')],
  contacts: [['phone', 'error', ({ phone, email, telegram, address }) => !phone && !email && !telegram && !address]],
  faq: [
    requiredRule('questions'),
    ['questions', 'error', ({ questions = [] }) => questions.some(({ question, answer }) => !question || !answer)],
  ],
  testimonial: [requiredRule('quote'), advisedRule('author')],
  list: [requiredRule('items'), ['items', 'error', ({ items = [] }) => items.includes('')]],
  countdown: [requiredRule('until'), advisedRule('expired_text')],
  card: [requiredRule('ref')],
  divider: [],
};

/** Returns the problems of a block, at most one for each prop. A hidden block has none. */
export function blockProblems(block: LandingBlock): BlockProblem[] {
  if (block.hidden) return [];
  const found = rules[block.type].filter(([, , isMissing]) => isMissing(block));
  const first = found.filter(([field], index) => found.findIndex((rule) => rule[0] === field) === index);
  return first.map(([field, level]) => ({ block_id: block.id, field, level }));
}

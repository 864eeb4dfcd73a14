import type { LandingBlock } from '../entities/landing-block.ts';
import { galleryBlock, imageBlock, imageTree, videoBlock } from './block-media.ts';
import { formBlock } from './block-form.ts';
import type { LandingContext } from './context.ts';
import { countdownBlock } from './countdown.ts';
import { markdownNodes, plainNodes } from './markdown.ts';
import { pageTexts } from './page-texts.ts';
import { emptyProps, isWebUrl, type ButtonTarget, type PropsOf } from './props.ts';
import { element, type LandingElement, type LandingNode } from './tree.ts';
import type { BlockType } from './values.ts';

/** Properties of a block that depend on the other blocks of its page. */
export interface BlockPlace {
  /** Whether the title of this block is the title of the page (h1). */
  isTitle: boolean;
  /** Level of the heading of a heading block. */
  level: 2 | 3;
  /** Whether this block is the form to which buttons lead. */
  isTargetForm: boolean;
  /** Whether this block is the first one of the page. */
  isFirst: boolean;
}

const placeOfSingleBlock: BlockPlace = { isTitle: true, level: 2, isTargetForm: true, isFirst: true };

const HERO_SIZES = '(min-width: 1120px) 560px, (min-width: 600px) 50vw, 100vw';

const targetHref = ({ kind, value }: ButtonTarget): string | null => {
  if (kind === 'form') return '#form';
  if (value === '') return null;
  if (kind === 'phone') return `tel:${value}`;
  if (kind === 'telegram') return `https://t.me/${value}`;
  return isWebUrl(value) ? value : null;
};

function buttonTree(label: string, target: ButtonTarget): LandingElement | null {
  const href = targetHref(target);
  if (label === '' || href === null) return null;
  const isOutside = target.kind === 'url' || target.kind === 'telegram';
  return element('a', { class: 'button', href, rel: isOutside ? 'nofollow ugc noopener' : null }, [label]);
}

function heroBlock(props: PropsOf<'hero'>, context: LandingContext, { isTitle, isFirst }: BlockPlace): LandingNode {
  const { title, subtitle, image, alt, decorative, label, target } = props;
  const options = { alt: decorative ? '' : alt, sizes: HERO_SIZES, isFirst };
  const picture = image && imageTree(image, options, context);
  return element('div', { class: picture ? 'hero split' : 'hero' }, [
    picture && element('div', { class: 'cover' }, [picture]),
    element('div', { class: 'intro' }, [
      title && element(isTitle ? 'h1' : 'h2', {}, plainNodes(title)),
      subtitle && element('p', {}, plainNodes(subtitle)),
      buttonTree(label, target),
    ]),
  ]);
}

function contactsBlock(props: PropsOf<'contacts'>, { lang }: LandingContext): LandingNode | null {
  const texts = pageTexts[lang];
  const { phone, email, telegram, address } = props;
  const row = (label: string, nodes: readonly LandingNode[]) =>
    element('li', {}, [element('span', { class: 'label' }, [label]), element('span', {}, nodes)]);
  const rows = [
    phone && row(texts.call, [element('a', { href: `tel:${phone}` }, [phone])]),
    email && row(texts.write, [element('a', { href: `mailto:${email}` }, [email])]),
    telegram &&
      row('Telegram', [
        element('a', { href: `https://t.me/${telegram}`, rel: 'nofollow ugc noopener' }, [`@${telegram}`]),
      ]),
    address && row(texts.address, plainNodes(address)),
  ].filter(Boolean);
  return rows.length === 0 ? null : element('address', {}, [element('ul', { class: 'contacts' }, rows)]);
}

function faqBlock({ questions }: PropsOf<'faq'>): LandingNode | null {
  if (questions.length === 0) return null;
  const items = questions.map(({ question, answer }) =>
    element('details', {}, [element('summary', {}, plainNodes(question)), element('p', {}, plainNodes(answer))]),
  );
  return element('div', { class: 'faq' }, items);
}

/** Returns the initials of the first two words of a name, without anything after a comma. */
function initialsOf(author: string): string {
  const [name = ''] = author.split(',');
  const words = name.trim().split(/\s+/).slice(0, 2);
  return words.map((word) => /\p{L}/u.exec(word)?.[0].toUpperCase() ?? '').join('');
}

function testimonialBlock({ quote, author }: PropsOf<'testimonial'>): LandingNode | null {
  if (quote === '') return null;
  const initials = initialsOf(author);
  return element('figure', { class: 'quote' }, [
    element('blockquote', {}, [element('p', {}, plainNodes(quote))]),
    author &&
      element('figcaption', {}, [
        initials && element('span', { class: 'initials', 'aria-hidden': 'true' }, [initials]),
        element('span', {}, plainNodes(author)),
      ]),
  ]);
}

function listBlock({ items, icon }: PropsOf<'list'>): LandingNode | null {
  const shown = items.filter((item) => item !== '');
  if (shown.length === 0) return null;
  // If a list has no markers, Safari announces it as a list only if it has the role `list`.
  return element(
    icon === 'number' ? 'ol' : 'ul',
    { class: `list ${icon}`, role: 'list' },
    shown.map((item) => element('li', {}, plainNodes(item))),
  );
}

function cardBlock({ ref }: PropsOf<'card'>, { cards, lang, app_url }: LandingContext): LandingNode | null {
  const card = ref && cards.find(({ kind, id }) => kind === ref.kind && id === ref.id);
  if (!card) return null;
  return element('a', { class: 'card', href: `${app_url}${card.path}` }, [
    element('span', { class: 'kind' }, [pageTexts[lang].cards[card.kind]]),
    element('strong', {}, plainNodes(card.title)),
    card.text && element('span', {}, plainNodes(card.text)),
  ]);
}

type Render<T extends BlockType> = (
  props: PropsOf<T>,
  context: LandingContext,
  place: BlockPlace,
  id: string,
) => LandingNode | readonly LandingNode[] | null;

const renderers: { [T in BlockType]: Render<T> } = {
  hero: heroBlock,
  heading: ({ text }, _context, { level }) => (text ? element(level === 3 ? 'h3' : 'h2', {}, plainNodes(text)) : null),
  text: ({ text }) => markdownNodes(text),
  image: imageBlock,
  gallery: galleryBlock,
  video: videoBlock,
  button: ({ label, target }) => {
    const button = buttonTree(label, target);
    return button && element('p', {}, [button]);
  },
  form: (props, context, _place, id) => formBlock(id, props, context),
  contacts: contactsBlock,
  faq: faqBlock,
  testimonial: testimonialBlock,
  list: listBlock,
  countdown: countdownBlock,
  card: cardBlock,
  divider: () => element('hr', {}),
};

function render<T extends BlockType>(type: T, block: LandingBlock, context: LandingContext, place: BlockPlace) {
  const given = Object.entries(block).filter(([, value]) => value !== undefined);
  const props = { ...emptyProps[type], ...Object.fromEntries(given) } as PropsOf<T>;
  return renderers[type](props, context, place, block.id);
}

/**
 * Returns the element of a block; null if it has no content to show yet. If a prop is missing because the block is
 * older than the prop, the value of a new block is used.
 */
export function blockTree(
  block: LandingBlock,
  context: LandingContext,
  place: Partial<BlockPlace> = {},
): LandingElement | null {
  const fullPlace = { ...placeOfSingleBlock, level: block.level ?? 2, ...place };
  const content = render(block.type, block, context, fullPlace);
  const nodes = content === null ? [] : [content].flat();
  if (nodes.length === 0) return null;
  const id = block.type === 'form' && fullPlace.isTargetForm ? 'form' : null;
  return element('div', { class: `block ${block.type}-block`, id }, nodes);
}

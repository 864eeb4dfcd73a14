import { describe, expect, it } from 'vitest';
import { shownImageHashes } from '../../contract/landing/page-tree.ts';
import { pageTexts } from '../../contract/landing/page-texts.ts';
import { blockProblems } from '../../contract/landing/problems.ts';
import type { PropsOf } from '../../contract/landing/props.ts';
import { blockTypes, type BlockType } from '../../contract/landing/values.ts';
import { languages } from '../../contract/preference-values.ts';
import { idOf, PAGE_TIME, pageBlock, testImage } from '../helpers/page-blocks.ts';

/** Returns the problems of a block, each as its prop and level. */
const problemsOf = <T extends BlockType>(type: T, props: Partial<PropsOf<T>> = {}): string[] =>
  blockProblems(pageBlock(type, props)).map(({ field, level }) => `${field} ${level}`);

/** What each type of block lacks before anything has been entered. */
const missing: Record<BlockType, string[]> = {
  hero: ['title error', 'subtitle warning'],
  heading: ['text error'],
  text: ['text error'],
  image: ['image error'],
  gallery: ['images error'],
  video: ['url error'],
  button: ['label error'],
  form: ['consent error', 'thanks warning', 'label warning'],
  contacts: ['phone error'],
  faq: ['questions error'],
  testimonial: ['quote error', 'author warning'],
  list: ['items error'],
  countdown: ['until error', 'expired_text warning'],
  card: ['ref error'],
  divider: [],
};

const image = testImage();
const [target, emptyTarget] = [
  { kind: 'url', value: 'https://a.example' },
  { kind: 'url', value: '' },
] as const;

/** Props with which each type of block has no problem. */
const complete: { [T in BlockType]: Partial<PropsOf<T>> } = {
  hero: { title: 'x', subtitle: 'x', image, alt: 'x', label: 'x', target },
  heading: { text: 'x' },
  text: { text: 'x' },
  image: { image, alt: 'x' },
  gallery: { images: [{ image, alt: 'x' }] },
  video: { url: 'https://a.example' },
  button: { label: 'x', target: { kind: 'form', value: '' } },
  form: { consent: 'x', thanks: 'x', label: 'x' },
  contacts: { address: 'x' },
  faq: { questions: [{ question: 'x', answer: 'x' }] },
  testimonial: { quote: 'x', author: 'x' },
  list: { items: ['x'] },
  countdown: { until: PAGE_TIME, expired_text: 'x' },
  card: { ref: { kind: 'book', id: idOf(1) } },
  divider: {},
};

describe('what a block of a landing page lacks', () => {
  it.each(blockTypes)('a new block of the type %s names its missing props', (type) => {
    expect(problemsOf(type)).toEqual(missing[type]);
    expect(blockProblems({ ...pageBlock(type), hidden: true })).toEqual([]);
    const block = pageBlock(type);
    for (const problem of blockProblems(block)) expect(problem.block_id).toBe(block.id);
  });

  it.each(blockTypes)('a complete block of the type %s lacks nothing', (type) => {
    expect(problemsOf(type, complete[type])).toEqual([]);
  });

  it('an image needs a description unless it is decorative', () => {
    for (const type of ['hero', 'image'] as const) {
      expect(problemsOf(type, { ...complete[type], image, alt: '' })).toEqual(['alt error']);
      expect(problemsOf(type, { ...complete[type], image, alt: '', decorative: true })).toEqual([]);
    }
    expect(problemsOf('hero', { ...complete.hero, image: null, alt: '' })).toEqual([]);
    const images = [
      { image, alt: 'x' },
      { image, alt: '' },
    ];
    expect(problemsOf('gallery', { images })).toEqual(['images warning']);
  });

  it('a button needs an address, and a hero needs one only if it has a button', () => {
    expect(problemsOf('button', { label: 'x', target: emptyTarget })).toEqual(['target error']);
    expect(problemsOf('button', { label: 'x', target })).toEqual([]);
    expect(problemsOf('hero', { ...complete.hero, target: emptyTarget })).toEqual(['target error']);
    expect(problemsOf('hero', { ...complete.hero, label: '', target: emptyTarget })).toEqual([]);
  });

  it.each(['phone', 'email', 'telegram', 'address'] as const)('contacts with a %s alone are complete', (name) => {
    expect(problemsOf('contacts', { [name]: 'x' })).toEqual([]);
  });

  it('every question needs an answer, and no item of a list may be empty', () => {
    for (const incomplete of [
      { question: 'x', answer: '' },
      { question: '', answer: 'x' },
    ])
      expect(problemsOf('faq', { questions: [{ question: 'x', answer: 'x' }, incomplete] })).toEqual([
        'questions error',
      ]);
    expect(problemsOf('list', { items: ['x', ''] })).toEqual(['items error']);
  });
});

describe('the images that visitors of a landing page see', () => {
  it('visitors of a landing page see the images of the cover and of visible blocks, each once', () => {
    const [cover, hero, inGallery, inHiddenBlock] = ['a', 'b', 'c', 'd'].map((digit) => testImage(digit));
    const blocks = [
      pageBlock('hero', { image: hero! }),
      pageBlock('gallery', { images: [inGallery!, hero!].map((each) => ({ image: each, alt: '' })) }),
      pageBlock('image', { image: inHiddenBlock! }, { hidden: true }),
    ];
    const hashes = (images: (typeof cover)[]) => images.map((each) => each!.sha256);
    expect(shownImageHashes({ cover: cover!, blocks })).toEqual(hashes([cover, hero, inGallery]));
    expect(shownImageHashes({ cover: null, blocks })).toEqual(hashes([hero, inGallery]));
  });
});

describe('the fixed texts of landing pages', () => {
  it.each(languages)(
    'the fixed texts of landing pages in %s are complete, and differ from those of the other languages',
    (language) => {
      const textsIn = (texts: unknown): string[] =>
        Object.values(texts as object).flatMap((text: unknown) => {
          if (typeof text === 'function') return [String((text as (value: string) => string)('§'))];
          return typeof text === 'string' ? [text] : textsIn(text);
        });
      const ownTexts = textsIn(pageTexts[language]);
      for (const text of ownTexts) expect(text.replace('§', '')).toMatch(/\p{L}/u);
      expect(ownTexts.filter((text) => text.includes('§'))).toHaveLength(3);
      for (const other of languages.filter((each) => each !== language))
        expect(textsIn(pageTexts[other]).filter((text) => ownTexts.includes(text)).length).toBeLessThan(
          ownTexts.length / 4,
        );
    },
  );
});

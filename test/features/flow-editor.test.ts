import { describe, expect, it } from 'vitest';
import { BlockPosition, landingBlocks } from '../../contract/entities/landing-block.ts';
import { flows, UniqueName } from '../../contract/entities/flow.ts';
import { languages } from '../../contract/preference-values.ts';
import { blockProblems } from '../../contract/landing/problems.ts';
import { propsError, type AnyProps } from '../../contract/landing/props.ts';
import { blockTypes, formFields, MAX_BLOCKS, type BlockType } from '../../contract/landing/values.ts';
import { fieldLabel } from '../../src/components/field/field-labels.ts';
import { moveCommand, propsCommand } from '../../src/features/flows/editor/block-commands.ts';
import { parseValues, valuesOf } from '../../src/features/flows/editor/block-values.ts';
import { MAX_ZOOM, moveCrop, cropAreaOf, wholePicture } from '../../src/features/flows/editor/crop.ts';
import {
  MAX_ALT_CHARS,
  MAX_ANSWER_CHARS,
  MAX_ITEM_CHARS,
  MAX_QUESTION_CHARS,
  maxChars,
} from '../../src/features/flows/editor/limits.ts';
import { dropIndex } from '../../src/features/flows/editor/outline.tsx';
import { firstPositions, positionForInsertAt } from '../../src/features/flows/editor/positions.ts';
import { templateKeys } from '../../src/features/flows/new/templates/blocks.ts';
import { loadTemplates } from '../../src/features/flows/new/templates/load.ts';
import { suggestedName } from '../../src/features/flows/new/unique-name.ts';
import { dailyViews } from '../../src/features/flows/views-line.tsx';
import { makeBlock } from './flow-maker.ts';

const placed = (...positions: string[]) => positions.map((position, index) => ({ id: String(index), position }));

describe('position of a block', () => {
  it('a block gets a position between its neighbours, or before or after all blocks', () => {
    const blocks = placed('a1', 'a2');
    expect(positionForInsertAt(blocks, 0).position < 'a1').toBe(true);
    expect(positionForInsertAt(blocks, 1)).toEqual({ position: 'a1V', moves: [] });
    expect(positionForInsertAt(blocks, 2).position > 'a2').toBe(true);
  });

  it('adding a block between two blocks at the same position moves the second one', () => {
    const { position, moves } = positionForInsertAt(placed('a1', 'a1', 'a2'), 1);
    expect(moves.map(({ id }) => id)).toEqual(['1']);
    expect('a1' < position && position < moves[0]!.position && moves[0]!.position < 'a2').toBe(true);
  });

  it('all blocks get new positions if a stored position is invalid', () => {
    const { position, moves } = positionForInsertAt(placed('zz', 'zzz'), 1);
    expect([moves[0]!.position, position, moves[1]!.position]).toEqual(firstPositions(3));
  });

  it('a block always gets a position that the server accepts', () => {
    for (const position of [...firstPositions(MAX_BLOCKS), positionForInsertAt(placed('a1'), 0).position])
      expect(BlockPosition.safeParse(position).success).toBe(true);
  });

  it('a dragged block gets its position from the place where it is dropped', () => {
    const ids = ['a', 'b', 'c'];
    expect(dropIndex(ids, 'a', { key: 'c', dropPosition: 'after' })).toBe(2);
    expect(dropIndex(ids, 'c', { key: 'a', dropPosition: 'before' })).toBe(0);
    expect(dropIndex(ids, 'a', { key: 'b', dropPosition: 'after' })).toBe(1);
  });
});

describe('a command on a block', () => {
  const blocks = [makeBlock(1, 'divider'), makeBlock(2, 'divider')];

  it('a command moves no block beyond the start or end of the page', () => {
    expect(moveCommand(blocks, blocks[0]!.id, -1)).toBeNull();
    expect(moveCommand(blocks, blocks[1]!.id, 2)).toBeNull();
    expect(moveCommand(blocks, blocks[0]!.id, 0)).toBeNull();
    expect(moveCommand(blocks, blocks[0]!.id, 1)).toHaveLength(1);
  });

  it('a command on a block writes only props that change', () => {
    const block = makeBlock(1, 'heading', { text: 'Why', level: 2 });
    expect(propsCommand(block, 'props', { text: 'Why', level: 3 })).toMatchObject([{ after: { level: 3 } }]);
    expect(propsCommand(block, 'props', { text: 'Why' })).toBeNull();
  });
});

describe('the form of a block', () => {
  it.each(blockTypes)('the form of an untouched block of type %s changes nothing', async (type: BlockType) => {
    const block = makeBlock(1, type);
    const { props, errors } = await parseValues(type, valuesOf(block), null);
    expect(errors).toEqual({});
    for (const [name, value] of Object.entries(props)) expect(value).toEqual(block[name as keyof AnyProps]);
  });

  it('the form of a block completes web addresses, phone numbers and Telegram names', async () => {
    const button = valuesOf(makeBlock(1, 'button'));
    const target = async (target_kind: string, target_value: string) =>
      (await parseValues('button', { ...button, target_kind, target_value }, 'DE')).props.target;
    expect(await target('url', 'example.org/a')).toEqual({ kind: 'url', value: 'https://example.org/a' });
    expect(await target('phone', '0170 1234567')).toEqual({ kind: 'phone', value: '+491701234567' });
    expect(await target('telegram', 'https://t.me/anna_b')).toEqual({ kind: 'telegram', value: 'anna_b' });
    expect(await target('form', 'left over')).toEqual({ kind: 'form', value: '' });
  });

  it('the form of a block reports an invalid value on its field and does not write it to the block', async () => {
    const values = { ...valuesOf(makeBlock(1, 'button')), target_kind: 'url', target_value: 'javascript:alert(1)' };
    const { props, errors } = await parseValues('button', { ...values, label: 'Go' }, null);
    expect(errors).toEqual({ target_value: 'url_invalid' });
    expect(props).toEqual({ label: 'Go' });
  });

  it('the character limits of the block form equal the lengths that the schemas allow', () => {
    const check = (type: BlockType, props: (text: string) => AnyProps, max: number): void => {
      expect(propsError(type, props('x'.repeat(max)))).toBeNull();
      expect(propsError(type, props('x'.repeat(max + 1)))).not.toBeNull();
    };
    for (const [type, limits] of Object.entries(maxChars) as [BlockType, Record<string, number>][])
      for (const [name, max] of Object.entries(limits))
        if (name !== 'url') check(type, (text) => ({ [name]: text }), max);
    check('video', (text) => ({ url: `https://vimeo.com/${text}`.slice(0, text.length) }), maxChars.video!.url!);
    check('list', (text) => ({ items: [text] }), MAX_ITEM_CHARS);
    check('faq', (text) => ({ questions: [{ question: text, answer: '' }] }), MAX_QUESTION_CHARS);
    check('faq', (text) => ({ questions: [{ question: '', answer: text }] }), MAX_ANSWER_CHARS);
    const image = { sha256: 'a'.repeat(64), mime: 'image/jpeg' as const, width: 1, height: 1 };
    check('gallery', (alt) => ({ images: [{ image, alt }] }), MAX_ALT_CHARS);
  });
});

describe('a crop', () => {
  const size = { width: 1000, height: 600 };

  it('a crop shows the whole picture at first, and the largest possible part for another aspect ratio', () => {
    expect(cropAreaOf(size, wholePicture)).toEqual({ x: 0, y: 0, width: 1000, height: 600 });
    expect(cropAreaOf(size, { ...wholePicture, aspect: 'square' })).toEqual({ x: 200, y: 0, width: 600, height: 600 });
    expect(cropAreaOf(size, { ...wholePicture, aspect: 'wide' })).toEqual({ x: 0, y: 19, width: 1000, height: 563 });
  });

  it('a crop shows a smaller part when zoomed, and stays within the picture when moved', () => {
    const zoomed = { ...wholePicture, zoom: MAX_ZOOM };
    expect(cropAreaOf(size, zoomed)).toEqual({ x: 375, y: 225, width: 250, height: 150 });
    expect(cropAreaOf(size, moveCrop(size, zoomed, { x: 9, y: -9 }))).toMatchObject({ x: 750, y: 0 });
    expect(moveCrop(size, zoomed, { x: 0.3, y: 0 }).x).toBeCloseTo(0.6);
    expect(moveCrop(size, wholePicture, { x: 0.3, y: 0.3 })).toEqual(wholePicture);
  });
});

describe('page templates', () => {
  it.each(languages)(
    'the page templates in the language %s are valid and lack nothing that a publication requires',
    async (lang) => {
      const templates = await loadTemplates(lang);
      for (const key of templateKeys) {
        expect(templates[key].length).toBeGreaterThan(5);
        for (const { type, ...props } of templates[key]) {
          expect(propsError(type, props)).toBeNull();
          expect(blockProblems(makeBlock(1, type, props))).toEqual([]);
        }
        const form = templates[key].find(({ type }) => type === 'form');
        expect(formFields).toEqual(expect.arrayContaining(form?.fields ?? ['no form']));
      }
    },
  );

  it('the page templates have the same blocks in every language', async () => {
    const [first, ...others] = await Promise.all(languages.map(loadTemplates));
    const shape = (templates: typeof first) => templateKeys.map((key) => templates![key].map(({ type }) => type));
    for (const other of others) expect(shape(other)).toEqual(shape(first));
  });
});

describe('suggested page address', () => {
  it.each([
    ['Open evening in Hamburg!', 'open-evening-in-hamburg'],
    ['Открытый вечер: Щука', 'otkrytyy-vecher-shchuka'],
    ['Gespräch über Größe', 'gespraech-ueber-groesse'],
    ['  Café — déjà vu  ', 'cafe-deja-vu'],
    ['会', ''],
    ['An evening about listening to each other at home', 'an-evening-about-listening-to-each-other'],
  ])('the suggested address of “%s” is “%s”', (title, name) => {
    expect(suggestedName(title)).toBe(name);
    if (name !== '') expect(UniqueName.safeParse(name).success).toBe(true);
  });
});

it('every page field that can have conflicting edits has a label', () => {
  const entities = { flows, landing_blocks: landingBlocks } as const;
  for (const name of ['flows', 'landing_blocks'] as const)
    for (const [field, policy] of Object.entries(entities[name].policies))
      if (policy === 'ask') expect([field, fieldLabel(name, field).label.message]).not.toEqual([field, 'Other field']);
});

it('the chart of views shows the last 30 days, and a day without views as zero', () => {
  const now = Date.parse('2026-05-03T12:00:00.000Z');
  const day = (date: string, views: number) => ({ day: date, views, visitors: 0, leads: 0 });
  const views = dailyViews([day('2026-05-03', 5), day('2026-04-04', 2), day('2026-04-03', 9)], now);
  expect(views).toHaveLength(30);
  expect([views[0], views[1], views[29]]).toEqual([2, 0, 5]);
});

import type { LandingBlock } from '../../contract/entities/landing-block.ts';
import type { LandingContext } from '../../contract/landing/context.ts';
import { emptyProps, type LandingImage, type PropsOf } from '../../contract/landing/props.ts';
import type { BlockType } from '../../contract/landing/values.ts';

export const PAGE_TIME = '2026-03-02T08:00:00.000Z';

export const testImage = (digit = 'a', size = { width: 1200, height: 800 }): LandingImage => ({
  sha256: digit.repeat(64),
  mime: 'image/jpeg',
  ...size,
});

export const idOf = (number: number): string => `0195e000-0000-7000-8000-${String(number).padStart(12, '0')}`;

let count = 0;

/** Creates a block with the given props. Its position is after those of all blocks created earlier. */
export function pageBlock<T extends BlockType>(
  type: T,
  props: Partial<PropsOf<T>> = {},
  place: Partial<Pick<LandingBlock, 'id' | 'position' | 'hidden'>> = {},
): LandingBlock {
  count += 1;
  const id = idOf(count);
  const row = { id, rev: 1, flow_id: idOf(0), type, hidden: false, created_at: PAGE_TIME, updated_at: PAGE_TIME };
  return {
    ...row,
    position: `a${String(count).padStart(6, '0')}`,
    ...emptyProps[type],
    ...props,
    ...place,
  } as LandingBlock;
}

/** Returns the data that a page shows in addition to its blocks. */
export const pageContext = (changes: Partial<LandingContext> = {}): LandingContext => ({
  lang: 'en',
  now: PAGE_TIME,
  image: ({ sha256 }) => ({
    src: `/i/${sha256}`,
    sources: [
      { type: 'image/avif', srcset: `/i/${sha256}/480.avif 480w, /i/${sha256}/960.avif 960w` },
      { type: 'image/webp', srcset: `/i/${sha256}/480.webp 480w, /i/${sha256}/960.webp 960w` },
    ],
  }),
  cards: [{ kind: 'book', id: idOf(999), title: 'A book', text: 'Its author', path: `/books/${idOf(999)}` }],
  form: { action: '/l/spring/form', version: 3 },
  owner_name: 'Anna',
  app_url: 'https://haversack.example',
  ...changes,
});

/** Texts that run a script or break the page if they are interpreted as HTML. */
export const hostileTexts: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><script>alert(1)</script>',
  '</textarea><svg onload=alert(1)>',
  '[x](javascript:alert(1)) javascript:alert(1)',
  '[x](https://a.example/"onclick="alert(1)) https://a.example/"onclick="alert(1)',
  '**<b onclick=alert(1)>** *<i>* - <li>',
  '[[x](https://a.example)](https://b.example)',
  '{{constructor.constructor("alert(1)")()}} ${alert(1)} &lt;script&gt; &#106;avascript:',
  'data:text/html,<script>alert(1)</script>',
  '\u2028\u2029\u202e<!-- --> ]]> <?php',
];

const nastyUrls: readonly string[] = [
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '//evil.example/x',
  'https://a.example/" onclick="alert(1)',
  'https://user:secret@a.example/',
  'https://www.youtube.com/watch?v=abcdefgh"onload="alert(1)',
];

type Sample = LandingBlock;

/** Returns blocks of each type in which every text is `text` and every address is `url`. */
const filledBlocks = (text: string, url: string): Record<BlockType, Sample[]> => {
  const target = { kind: 'url' as const, value: url };
  const hero = { title: text, subtitle: text, alt: text, label: text };
  return {
    hero: [
      pageBlock('hero', { ...hero, target }),
      pageBlock('hero', { ...hero, image: testImage(), target: { kind: 'form', value: '' } }),
      pageBlock('hero', { ...hero, image: testImage(), decorative: true, target: { kind: 'telegram', value: text } }),
    ],
    heading: [pageBlock('heading', { text }), pageBlock('heading', { text, level: 3 })],
    text: [
      pageBlock('text', { text }),
      pageBlock('text', { text: `- ${text}\n- ${url}\n\n1. ${text}\n\n[${text}](${url})` }),
    ],
    image: [pageBlock('image', { image: testImage(), alt: text }), pageBlock('image', { image: null, alt: text })],
    gallery: [
      pageBlock('gallery', {
        images: [
          { image: testImage('b'), alt: text },
          { image: testImage('c'), alt: '' },
        ],
      }),
      pageBlock('gallery'),
    ],
    video: [pageBlock('video', { url, image: testImage(), alt: text }), pageBlock('video', { url: text })],
    button: (['url', 'form', 'phone', 'telegram'] as const).map((kind) =>
      pageBlock('button', { label: text, target: { kind, value: kind === 'form' ? '' : url } }),
    ),
    form: [
      pageBlock('form', { label: text, consent: text, thanks: text, tag: text }),
      pageBlock('form', { fields: ['name', 'phone', 'email', 'city', 'comment'], consent: text }),
      pageBlock('form', { fields: ['email'], consent: text }),
    ],
    contacts: [
      pageBlock('contacts', { phone: text, email: text, telegram: text, address: text }),
      pageBlock('contacts', { phone: '+4915112345678', email: 'a@example.org', telegram: 'anna_k' }),
    ],
    faq: [
      pageBlock('faq', {
        questions: [
          { question: text, answer: text },
          { question: url, answer: url },
        ],
      }),
    ],
    testimonial: [pageBlock('testimonial', { quote: text, author: text }), pageBlock('testimonial', { quote: text })],
    list: (['check', 'dot', 'star', 'number'] as const).map((icon) =>
      pageBlock('list', { items: [text, '', url], icon }),
    ),
    countdown: [
      pageBlock('countdown', { until: '2026-03-05T09:30:00.000Z', expired_text: text }),
      pageBlock('countdown', { until: '2026-03-01T09:30:00.000Z', expired_text: text }),
    ],
    card: [pageBlock('card', { ref: { kind: 'book', id: idOf(999) } }), pageBlock('card')],
    divider: [pageBlock('divider')],
  };
};

/** Blocks of each type: some with ordinary content, and some with an attack in every text and every address. */
export const sampleBlocks: Record<BlockType, Sample[]> = (() => {
  const all = filledBlocks('Ordinary text,\nwith “quotes” & more', 'https://www.youtube.com/watch?v=abcdefgh');
  const rounds = [...hostileTexts, ...nastyUrls].map((text, index) =>
    filledBlocks(text, nastyUrls[index % nastyUrls.length]!),
  );
  for (const round of rounds)
    for (const [type, blocks] of Object.entries(round)) all[type as BlockType].push(...blocks);
  return all;
})();

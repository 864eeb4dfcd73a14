import { generateNKeysBetween } from 'fractional-indexing';
import { uuidv7 } from 'uuidv7';
import type { LandingBlock } from '../../contract/entities/landing-block.ts';
import { emptyProps, type AnyProps } from '../../contract/landing/props.ts';
import { STATS_DAYS, type BlockType } from '../../contract/landing/values.ts';
import type { Tx } from '../db/tables.ts';

interface DemoFlow {
  owner: string;
  title: string;
  unique_name: string;
  description: string;
  blocks: readonly (readonly [BlockType, AnyProps])[];
  /** Absent for a flow that was never published. */
  published?: {
    /** Average number of views on a day. */
    views: number;
    sources: readonly string[];
  };
  /**
   * Changes to the draft since its publication: a new text of the first block, and a block that is not published yet.
   */
  ahead?: { first: AnyProps; added: readonly [BlockType, AnyProps] };
}

const toForm = { kind: 'form', value: '' } as const;
const consent = 'I agree that my details are stored so that I can be called back about this offer.';

const demoFlows: readonly DemoFlow[] = [
  {
    owner: 'consultant@example.org',
    title: 'Spring reading circle',
    unique_name: 'spring-reading-circle',
    description: 'Six evenings, one book, and people who like to talk about what they read.',
    blocks: [
      [
        'hero',
        {
          title: 'Read one good book this spring',
          subtitle: 'Six evenings online, in a group of ten. The first evening is free.',
          label: 'Reserve my place',
          target: toForm,
        },
      ],
      ['text', { text: 'We read **one chapter a week** and meet on Thursdays at 19:00.\n\nNo homework, no marks.' }],
      ['list', { items: ['Ten people at most', 'All texts also as audio', 'Works on any phone'], icon: 'check' }],
      ['testimonial', { quote: 'I had not finished a book for years. I finished this one.', author: 'Petra, Hamburg' }],
      ['heading', { text: 'Questions and answers', level: 2 }],
      [
        'faq',
        {
          questions: [
            {
              question: 'What does it cost?',
              answer: 'The first evening is free. The others are part of a subscription.',
            },
            {
              question: 'What if I miss an evening?',
              answer: 'You can listen to the chapter in the app, also offline.',
            },
          ],
        },
      ],
      ['form', { fields: ['name', 'phone', 'city'], label: 'Reserve my place', consent, thanks: 'I will call you.' }],
    ],
    published: { views: 14, sources: ['', 'telegram', 'flyer'] },
    ahead: {
      first: { title: 'Read one good book this summer' },
      added: ['countdown', { until: null, expired_text: 'The group has started.' }],
    },
  },
  {
    owner: 'learner@example.org',
    title: 'Learn with me',
    unique_name: 'learn-with-anna',
    description: 'Short lessons that also work where the network does not.',
    blocks: [
      [
        'hero',
        {
          title: 'Ten minutes a day are enough',
          subtitle: 'Short lessons on your phone, also without a connection.',
          label: 'Tell me more',
          target: toForm,
        },
      ],
      ['list', { items: ['Read and listen offline', 'No advertising', 'Cancel at any time'], icon: 'star' }],
      [
        'form',
        { fields: ['name', 'phone', 'email'], label: 'Tell me more', consent, thanks: 'Anna will write to you.' },
      ],
      ['contacts', { phone: '+4915123456781', email: 'learner@example.org' }],
    ],
    published: { views: 5, sources: ['', 'instagram'] },
  },
  {
    owner: 'learner@example.org',
    title: 'Open evening in Berlin',
    unique_name: 'open-evening-berlin',
    description: '',
    blocks: [
      ['heading', { text: 'Come and see how we learn', level: 2 }],
      ['text', { text: '' }],
    ],
  },
];

interface Seeding {
  scope: string;
  now: Date;
  rev: number;
}

const DAY_MS = 86_400_000;
/**
 * `CREATED_DAYS`: days between the creation of the demo flows and the seeding. `PUBLISHED_DAYS`: days between the
 * publication of their pages and the seeding.
 */
const CREATED_DAYS = 34;
const PUBLISHED_DAYS = 31;

const isoBefore = ({ now }: Seeding, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();

function blocksOf(flow_id: string, { blocks }: DemoFlow, seeding: Seeding): LandingBlock[] {
  const positions = generateNKeysBetween(null, null, blocks.length);
  const at = isoBefore(seeding, CREATED_DAYS);
  return blocks.map(([type, props], index) => ({
    ...{ id: uuidv7(), rev: seeding.rev, flow_id, type, position: positions[index]!, hidden: false },
    ...{ ...emptyProps[type], ...props, created_at: at, updated_at: at },
  }));
}

/** Returns the blocks of the draft: the blocks of the published page with the changes that were made later. */
function draftOf(blocks: readonly LandingBlock[], { ahead }: DemoFlow): LandingBlock[] {
  const [first, ...others] = blocks;
  const last = blocks.at(-1);
  if (!ahead || !first || !last) return [...blocks];
  const [type, props] = ahead.added;
  const { flow_id, rev, created_at, updated_at, hidden, position } = last;
  const addedBlock = { id: uuidv7(), flow_id, rev, created_at, updated_at, hidden, type, position: `${position}V` };
  return [{ ...first, ...ahead.first }, ...others, { ...addedBlock, ...emptyProps[type], ...props }];
}

async function insertBlocks(tx: Tx, blocks: readonly LandingBlock[], owner_id: string, scope: string): Promise<void> {
  const rows = blocks.map(({ id, rev, flow_id, type, position, hidden, created_at, updated_at, ...props }) => ({
    ...{ id, rev, flow_id, type, position, hidden, created_at, updated_at, props: JSON.stringify(props) },
    ...{ owner_id, scope, field_revs: '{}', deleted_at: null, deleted_by: null },
  }));
  await tx.insertInto('landing_blocks').values(rows).execute();
}

/** Inserts the daily figures of a page. They rise a little, and on some days a visitor sends the form. */
async function insertFigures(tx: Tx, id: string, owner_id: string, flow: DemoFlow, seeding: Seeding): Promise<void> {
  const { scope, rev } = seeding;
  const { views: average, sources } = flow.published ?? { views: 0, sources: [] };
  const days = Array.from({ length: STATS_DAYS }, (_, index) => STATS_DAYS - 1 - index);
  const lines = days.flatMap((ago, index) =>
    sources.map((source, place) => {
      const views = Math.round((average * (0.6 + index / 40) + ((index * 5 + place * 3) % 7)) / (place + 1.5));
      const leads = place < 2 && (index + place * 3) % 6 === 0 ? 1 : 0;
      const day = isoBefore(seeding, ago).slice(0, 10);
      return { scope, flow_id: id, day, source, views, visitors: Math.ceil(views * 0.7), leads };
    }),
  );
  if (lines.length > 0) await tx.insertInto('landing_days').values(lines).execute();
  const total = (name: 'views' | 'visitors' | 'leads') => lines.reduce((sum, line) => sum + line[name], 0);
  const totals = { views: total('views'), visitors: total('visitors'), leads: total('leads') };
  await tx
    .insertInto('flow_stats')
    .values({ scope, id, owner_id, rev, ...totals })
    .execute();
}

async function seedFlow(tx: Tx, flow: DemoFlow, owner_id: string, seeding: Seeding): Promise<void> {
  const { scope, rev } = seeding;
  const { title, unique_name, description, published } = flow;
  const id = uuidv7();
  const blocks = blocksOf(id, flow, seeding);
  const created_at = isoBefore(seeding, CREATED_DAYS);
  const published_at = published ? isoBefore(seeding, PUBLISHED_DAYS) : null;
  const content = { title, lang: 'en' as const, description, cover: null };
  await tx
    .insertInto('flows')
    .values({
      ...{ ...content, id, owner_id, unique_name, taken_name: null, published_at },
      ...{ state: published ? 'published' : 'draft', version: published ? 1 : null },
      ...{ scope, rev, field_revs: '{}', created_at, updated_at: published_at ?? created_at },
      ...{ deleted_at: null, deleted_by: null },
    })
    .execute();
  await insertBlocks(tx, draftOf(blocks, flow), owner_id, scope);
  if (published_at !== null)
    await tx
      .insertInto('landing_versions')
      .values({ ...content, scope, flow_id: id, number: 1, blocks: JSON.stringify(blocks), cards: '[]', published_at })
      .execute();
  await insertFigures(tx, id, owner_id, flow, seeding);
}

/**
 * Seeds a published page with a draft that has changed since, a published page without such changes, and a draft that
 * was never published. Both pages have figures of the last month.
 */
export async function seedFlows(tx: Tx, ids: ReadonlyMap<string, string>, seeding: Seeding): Promise<void> {
  for (const flow of demoFlows) {
    const owner_id = ids.get(flow.owner);
    if (owner_id !== undefined) await seedFlow(tx, flow, owner_id, seeding);
  }
}

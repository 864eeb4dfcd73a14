import type { Flow } from '../../contract/entities/flow.ts';
import type { LandingBlock } from '../../contract/entities/landing-block.ts';
import { emptyProps } from '../../contract/landing/props.ts';
import type { BlockType } from '../../contract/landing/values.ts';

export const FLOW = '0198c000-0000-7000-8000-0000000000f1';
const AT = '2026-05-03T09:00:00.000Z';

/** Returns the id of a block for a number below ten. */
export const blockId = (number: number): string => `0198c000-0000-7000-8000-0000000000b${number}`;

/** Creates a block. `number` determines its id and, unless `change` contains one, its position. */
export function makeBlock(number: number, type: BlockType, change: Partial<LandingBlock> = {}): LandingBlock {
  const place = { id: blockId(number), rev: 1, flow_id: FLOW, type, position: `a${number}`, hidden: false };
  return { ...place, ...emptyProps[type], created_at: AT, updated_at: AT, ...change };
}

export function makeFlow(change: Partial<Flow> = {}): Flow {
  return {
    id: FLOW,
    rev: 1,
    owner_id: '0198c000-0000-7000-8000-000000000001',
    title: 'Open evening',
    unique_name: 'open-evening',
    taken_name: null,
    lang: 'en',
    description: '',
    cover: null,
    state: 'draft',
    published_at: null,
    published: null,
    created_at: AT,
    updated_at: AT,
    ...change,
  };
}

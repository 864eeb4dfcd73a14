import { Id, Instant } from '../fields.ts';
import { allProps, imageProps, type PropName } from '../landing/props.ts';
import { blockTypes, MAX_POSITION_CHARS } from '../landing/values.ts';
import { z } from '../zod.ts';
import { defineEntity, type FieldPolicy } from './define.ts';
import { stores } from './stores.ts';

/**
 * The position of a block on its page, as a fraction in base 62. Between two positions there is always a further one,
 * so moving a block changes no other block. Blocks at the same position are ordered by id.
 */
export const BlockPosition = z
  .string()
  .check(
    z.regex(/^[A-Za-z][0-9A-Za-z]+$/, { error: 'invalid' }),
    z.maxLength(MAX_POSITION_CHARS, { error: 'too_long' }),
  );

type OptionalProps = { [K in PropName]: z.ZodMiniOptional<(typeof allProps)[K]> };

/** All props, each optional. */
export const optionalProps = Object.fromEntries(
  Object.entries(allProps).map(([name, schema]) => [name, z.optional(schema as z.ZodMiniType)]),
) as OptionalProps;

/** A block of a landing page. It has the props of its type, as fields of the row, so that edits merge prop by prop. */
export const LandingBlock = z.object({
  id: Id,
  rev: z.int(),
  flow_id: Id,
  type: z.enum(blockTypes, { error: 'invalid' }),
  position: BlockPosition,
  /** Whether the block is left out of the page. */
  hidden: z.boolean(),
  ...optionalProps,
  created_at: Instant,
  updated_at: Instant,
});
export type LandingBlock = z.infer<typeof LandingBlock>;

/**
 * Props for which the last write wins, because users can quickly set them again. A conflict in any other prop is shown
 * to the user, so that no text is lost.
 */
const lastWriteWins: readonly PropName[] = ['level', 'decorative', 'icon', 'until'];

export const landingBlocks = defineEntity<LandingBlock>({
  ...stores.landing_blocks,
  schema: LandingBlock,
  policies: {
    position: 'lww',
    hidden: 'lww',
    ...Object.fromEntries(
      Object.keys(allProps).map((name): [string, FieldPolicy] => [
        name,
        lastWriteWins.includes(name as PropName) ? 'lww' : 'ask',
      ]),
    ),
  },
  parents: [{ entity: 'flows', key: 'flow_id' }],
});

/** Whether a prop holds images. */
export const isImageProp = (name: string): boolean => imageProps.some((prop) => prop === name);

import { Id, Instant, Lang, text } from '../fields.ts';
import { LandingImage } from '../landing/props.ts';
import { flowStates, reservedNames } from '../landing/values.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { LandingBlock } from './landing-block.ts';
import { stores } from './stores.ts';

/**
 * The last part of a page's address: 3 to 40 lowercase letters, digits and hyphens. Uppercase letters are converted.
 */
export const UniqueName = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.regex(/^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/, { error: 'name_invalid' }),
  z.refine((name) => !reservedNames.includes(name), { error: 'name_reserved' }),
);

/** Schemas of the fields of a flow as a user enters them. Their messages are error codes. */
export const flowFields = {
  title: text(1, 80),
  unique_name: UniqueName,
  lang: Lang,
  description: text(0, 300),
};

/** A flow: a landing page of a member, without its blocks. */
export const Flow = z.object({
  id: Id,
  rev: z.int(),
  owner_id: Id,
  title: z.string(),
  /** The address of the page, without slashes; null until the member has chosen an address that is not taken. */
  unique_name: z.nullable(z.string()),
  /** The address that the member chose for a new page although it was taken; null after another address was chosen. */
  taken_name: z.nullable(z.string()),
  lang: Lang,
  description: z.string(),
  /** The image of the page in lists and in previews of links. */
  cover: z.nullable(LandingImage),
  state: z.enum(flowStates),
  /** When the current version was published; null if no version is published. */
  published_at: z.nullable(Instant),
  /** The blocks of the published version, with which the draft is compared; null if no version is published. */
  published: z.nullable(z.array(LandingBlock)),
  created_at: Instant,
  updated_at: Instant,
});
export type Flow = z.infer<typeof Flow>;

export const flows = defineEntity<Flow>({
  ...stores.flows,
  schema: Flow,
  policies: { title: 'ask', unique_name: 'ask', lang: 'lww', description: 'ask', cover: 'ask' },
});

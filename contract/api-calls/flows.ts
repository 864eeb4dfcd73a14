import { FlowStats } from '../entities/flow-stats.ts';
import { Flow, flowFields } from '../entities/flow.ts';
import { BlockPosition, LandingBlock, optionalProps } from '../entities/landing-block.ts';
import { Phone } from '../contact-fields.ts';
import { Id, Instant, Lang, text } from '../fields.ts';
import { LandingImage } from '../landing/props.ts';
import { blockTypes } from '../landing/values.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

const WithId = z.strictObject({ id: Id });
const FlowId = z.strictObject({ flowId: Id });
const ElementId = z.strictObject({ flowId: Id, elementId: Id });
const { image, ...otherProps } = optionalProps;

/** A flow (a landing page) with its figures and its URL. */
export const FlowView = z.extend(Flow, {
  /** URL of the page; null if the page has no address. */
  url: z.nullable(z.string()),
  stats: z.object({ ...z.omit(FlowStats, { id: true, rev: true }).shape, conversion: z.number() }),
});

const ok = z.object({ ok: z.literal(true) });

/** Calls for the caller's landing pages. In the names of calls, "element" means a block of a page. */
export const flowCalls = {
  'flows.list': defineCall({
    method: 'GET',
    path: '/api/user_flows/',
    roles: members,
    summary: "The caller's flows with their figures, new ones first",
    idempotent: false,
    reply: z.array(FlowView),
  }),
  'flows.add': defineCall({
    method: 'POST',
    path: '/api/user_flows/',
    roles: members,
    summary:
      'Add a flow, optionally with a cover image; an address that is taken is left out and returned as `taken_name`',
    idempotent: true,
    encoding: 'multipart',
    files: ['cover'],
    body: z.strictObject({
      id: z.optional(Id),
      title: flowFields.title,
      unique_name: z._default(z.nullable(flowFields.unique_name), null),
      lang: z.optional(Lang),
      description: z._default(flowFields.description, ''),
      cover: z.optional(z.null()),
    }),
    status: 201,
    success: 'changes_saved',
    reply: FlowView,
  }),
  'flows.change': defineCall({
    method: 'PUT',
    path: '/api/user_flows/{id}/',
    roles: members,
    summary:
      'Change fields of a flow or its cover, archive it or take it out of the archive; `cover: null` removes the cover',
    echoes: 'flows',
    idempotent: true,
    encoding: 'multipart',
    files: ['cover'],
    params: WithId,
    body: z.strictObject({
      title: z.optional(flowFields.title),
      unique_name: z.optional(flowFields.unique_name),
      lang: z.optional(flowFields.lang),
      description: z.optional(flowFields.description),
      /** Null removes the cover. Any other JSON value must equal the stored one. */
      cover: z.optional(z.nullable(LandingImage)),
      /** `archived` archives the flow, `draft` takes it out of the archive. */
      state: z.optional(z.enum(['draft', 'archived'], { error: 'invalid' })),
    }),
    success: 'changes_saved',
    reply: FlowView,
  }),
  'flows.delete': defineCall({
    method: 'DELETE',
    path: '/api/user_flows/{id}/',
    roles: members,
    summary: 'Delete a flow with its page',
    idempotent: true,
    params: WithId,
    success: 'deleted',
    reply: ok,
  }),
  'flows.landing': defineCall({
    method: 'GET',
    path: '/api/user_flows/landing_edit/{id}/',
    roles: members,
    summary: 'The elements of the draft of a flow in their order, and whether the caller can add another one',
    idempotent: false,
    params: WithId,
    reply: z.object({ elements: z.array(LandingBlock), can_add_elements: z.boolean() }),
  }),
  'flows.add_element': defineCall({
    method: 'POST',
    path: '/api/user_flows/landing_edit/{flowId}/',
    roles: members,
    summary: 'Add an element, after all others if no position is given, optionally with an image',
    idempotent: true,
    encoding: 'multipart',
    files: ['image'],
    params: FlowId,
    body: z.strictObject({
      id: z.optional(Id),
      type: z.enum(blockTypes, { error: 'invalid' }),
      position: z.optional(BlockPosition),
      hidden: z._default(z.boolean(), false),
      ...otherProps,
      image,
    }),
    status: 201,
    success: 'changes_saved',
    reply: LandingBlock,
  }),
  'flows.change_element': defineCall({
    method: 'PUT',
    path: '/api/user_flows/landing_edit/{flowId}/{elementId}/',
    roles: members,
    summary:
      'Change an element: its props, its position, whether it is hidden, or its image; `image: null` removes the image',
    echoes: 'landing_blocks',
    idempotent: true,
    encoding: 'multipart',
    files: ['image'],
    params: ElementId,
    body: z.strictObject({
      position: z.optional(BlockPosition),
      hidden: z.optional(z.boolean()),
      ...otherProps,
      image,
    }),
    success: 'changes_saved',
    reply: LandingBlock,
  }),
  'flows.delete_element': defineCall({
    method: 'DELETE',
    path: '/api/user_flows/landing_edit/{flowId}/{elementId}/',
    roles: members,
    summary: 'Delete an element',
    idempotent: true,
    params: ElementId,
    success: 'deleted',
    reply: ok,
  }),
  'flows.check_unique_name': defineCall({
    method: 'POST',
    path: '/api/user_flows/landing_edit/check_unique_name/',
    roles: members,
    summary:
      'Whether an address is taken by another flow, reserved or malformed (`matches`), with the reason in the language of the account',
    idempotent: false,
    body: z.strictObject({ unique_name: text(0, 100), flow_id: z.optional(Id) }),
    reply: z.object({ matches: z.boolean(), error: z.nullable(z.string()) }),
    per_minute: 60,
  }),
  'landings.validate_phone': defineCall({
    method: 'POST',
    path: '/api/landings/validate_phone/',
    roles: members,
    summary:
      'Whether a phone number is valid, and its E.164 form; `country` is assumed for numbers without a country code',
    idempotent: false,
    body: z.strictObject({ phone: text(0, 40), country: z.optional(z.string().check(z.maxLength(2))) }),
    reply: z.object({ valid: z.boolean(), phone: z.nullable(Phone), error: z.nullable(z.string()) }),
    per_minute: 60,
  }),
  'flows.publish': defineCall({
    method: 'POST',
    path: '/api/user_flows/{id}/publish/',
    roles: members,
    summary:
      'Publish the draft. `seen_rev` is the highest rev of its blocks that the client knows; a draft that has changed since is refused with `conflict`',
    idempotent: true,
    params: WithId,
    body: z.strictObject({ seen_rev: z.optional(z.int()) }),
    success: 'done',
    reply: FlowView,
  }),
  'flows.unpublish': defineCall({
    method: 'POST',
    path: '/api/user_flows/{id}/unpublish/',
    roles: members,
    summary: 'Take the page of a flow down',
    idempotent: true,
    params: WithId,
    success: 'done',
    reply: FlowView,
  }),
  'flows.versions': defineCall({
    method: 'GET',
    path: '/api/user_flows/{id}/versions/',
    roles: members,
    summary: 'The last published versions of a flow, the newest one first',
    idempotent: false,
    params: WithId,
    reply: z.array(z.object({ number: z.int(), title: z.string(), published_at: Instant, blocks: z.int() })),
  }),
  'flows.restore_version': defineCall({
    method: 'POST',
    path: '/api/user_flows/{id}/versions/{number}/restore/',
    roles: members,
    summary: 'Replace the draft by the blocks of a published version',
    idempotent: true,
    params: z.strictObject({ id: Id, number: z.coerce.number().check(z.int(), z.gte(1)) }),
    success: 'done',
    reply: z.object({ elements: z.array(LandingBlock), can_add_elements: z.boolean() }),
  }),
};

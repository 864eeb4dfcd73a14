import { flowFields, type Flow } from '../entities/flow.ts';
import { Refused } from '../errors.ts';
import { Instant } from '../fields.ts';
import { LandingImage } from '../landing/props.ts';
import { z } from '../zod.ts';
import { applyPatch, defineWrite } from './define.ts';

/** Creates a flow as a draft. If its address is taken, the flow is created without one: see `taken_name`. */
export const createFlow = defineWrite({
  entity: 'flows',
  mode: 'create',
  v: 1,
  args: z.strictObject({ ...flowFields, unique_name: z.nullable(flowFields.unique_name), at: Instant }),
  optimistic: (row, { at, ...fields }, { id, user_id }) =>
    row ?? {
      ...fields,
      id,
      rev: 0,
      owner_id: user_id,
      taken_name: null,
      cover: null,
      state: 'draft' as const,
      published_at: null,
      published: null,
      created_at: at,
      updated_at: at,
    },
  documented: {
    call: 'flows.add',
    to_body: ({ at: _, ...fields }, id) => ({ id, ...fields }),
    from_body: (reply) => reply,
  },
});

function checkEditable(row: Flow | null): void {
  if (row?.state === 'archived') throw new Refused('flow_state');
}

/** Edits a flow. The server merges the change field by field. Throws `flow_state` if it is archived. */
export const editFlow = defineWrite({
  entity: 'flows',
  mode: 'patch',
  v: 1,
  args: z
    .strictObject({
      title: z.optional(flowFields.title),
      unique_name: z.optional(flowFields.unique_name),
      lang: z.optional(flowFields.lang),
      description: z.optional(flowFields.description),
    })
    .check(z.refine((patch) => Object.keys(patch).length > 0, { error: 'empty' })),
  optimistic: (row, patch) => {
    checkEditable(row);
    return row && { ...applyPatch(row, patch), ...(patch.unique_name !== undefined && { taken_name: null }) };
  },
  documented: { call: 'flows.change', to_body: (patch) => ({ ...patch }), from_body: (reply) => reply },
});

/**
 * Sets or removes the cover. It has its own lane, so that other changes never wait for the upload of the cover. Throws
 * `flow_state` if the flow is archived.
 */
export const setFlowCover = defineWrite({
  entity: 'flows',
  mode: 'command',
  v: 1,
  lane: 'photo',
  args: z.strictObject({ cover: z.nullable(LandingImage), at: Instant }),
  blobs: ({ cover }) => (cover ? [cover.sha256] : []),
  optimistic: (row, { cover }) => {
    checkEditable(row);
    return row && { ...row, cover };
  },
  documented: null,
});

/** Archives a flow: its page is taken down, and it can no longer be edited. */
export const archiveFlow = defineWrite({
  entity: 'flows',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant }),
  optimistic: (row) => row && { ...row, state: 'archived' as const, published_at: null, published: null },
  documented: null,
});

/** Takes a flow out of the archive, as a draft. A flow that is not archived stays unchanged. */
export const unarchiveFlow = defineWrite({
  entity: 'flows',
  mode: 'command',
  v: 1,
  args: z.strictObject({ at: Instant }),
  optimistic: (row) => (row?.state === 'archived' ? { ...row, state: 'draft' as const } : row),
  documented: null,
});

/** Deletes a flow with its blocks, versions and figures. The address of its page then responds with 410. */
export const deleteFlow = defineWrite({
  entity: 'flows',
  mode: 'delete',
  v: 1,
  args: z.strictObject({ at: Instant }),
  optimistic: () => null,
  documented: { call: 'flows.delete', to_body: () => ({}), from_body: () => null },
});

import {
  Contact,
  ContactCreateArgs,
  ContactEditArgs,
  Photo,
  SentPhoto,
  storedContactFields,
} from '../entities/contact.ts';
import { Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineWrite, applyPatch, type WriteContext } from './define.ts';

function newContact(args: ContactCreateArgs, { id, user_id, user_name }: WriteContext, photo: Photo | null): Contact {
  const { at, ...fields } = args;
  return {
    ...fields,
    id,
    rev: 0,
    owner_id: user_id,
    owner_name: user_name,
    photo,
    linked_user_id: null,
    created_at: at,
    updated_at: at,
  };
}

export const createContact = defineWrite({
  entity: 'contacts',
  mode: 'create',
  v: 1,
  args: ContactCreateArgs,
  optimistic: (row, args, context) => row ?? newContact(args, context, null),
  documented: {
    call: 'contacts.add',
    to_body: ({ at: _, ...fields }, id) => ({ id, ...fields }),
    from_body: (reply) => reply,
  },
});

/** Edits a contact. The server merges the change field by field, by the policies of the entity. */
export const editContact = defineWrite({
  entity: 'contacts',
  mode: 'patch',
  v: 1,
  args: ContactEditArgs,
  optimistic: (row, patch) => row && applyPatch(row, patch),
  documented: {
    call: 'contacts.change',
    to_body: (patch) => ({ ...patch }),
    from_body: (reply) => reply,
  },
});

/**
 * Sets or removes the photo. It has its own lane, so that other changes to the contact never wait for the upload of the
 * photo.
 */
export const setContactPhoto = defineWrite({
  entity: 'contacts',
  mode: 'command',
  v: 1,
  lane: 'photo',
  args: z.strictObject({
    photo: z.nullable(SentPhoto),
    at: Instant,
  }),
  blobs: ({ photo }) => (photo ? [photo.sha256] : []),
  optimistic: (row, { photo }) => row && { ...row, photo: photo && { sha256: photo.sha256, mime: photo.mime } },
  documented: null,
});

export const deleteContact = defineWrite({
  entity: 'contacts',
  mode: 'delete',
  v: 1,
  args: z.strictObject({ at: Instant }),
  optimistic: () => null,
  documented: null,
});

const RestoreArgs = z.strictObject({ ...storedContactFields, photo: z.nullable(Photo), at: Instant });

/** Restores a deleted contact with the given fields. If the contact exists, it stays unchanged. */
export const restoreContact = defineWrite({
  entity: 'contacts',
  mode: 'create',
  v: 1,
  args: RestoreArgs,
  optimistic: (row, { photo, ...args }, context) => row ?? newContact(args, context, photo),
  documented: null,
});

/**
 * Builds the args that restore a deleted contact. `row` is the deleted contact from the server; `change` is the refused
 * write, which is applied to it. Throws ZodError if the row is invalid.
 */
export function buildRestoreArgs(row: unknown, kind: string, change: unknown, at: string): z.infer<typeof RestoreArgs> {
  const deletedContact = Contact.parse(row);
  const shape = RestoreArgs.shape;
  const fields = Object.fromEntries(Object.entries(deletedContact).filter(([name]) => name in shape));
  const changed = kind === 'contact.edit' || kind === 'contact.photo' ? (change as object) : {};
  const patch = Object.fromEntries(Object.entries(changed).filter(([name]) => name in shape && name !== 'at'));
  const photo = 'photo' in patch ? (patch['photo'] as Photo | null) : deletedContact.photo;
  return RestoreArgs.parse({
    ...fields,
    ...patch,
    photo: photo && { sha256: photo.sha256, mime: photo.mime },
    at,
  });
}

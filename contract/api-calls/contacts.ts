import { ContactCategory, categoryFields } from '../entities/contact-category.ts';
import { Contact, contactEditShape, contactFields, ContactPhone, Photo } from '../entities/contact.ts';
import { Id } from '../fields.ts';
import { OptionalPageQuery, wholeOrPageSchema } from '../paging.ts';
import { contactStatuses } from '../filter-values.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

const WithId = z.strictObject({ id: Id });

/** A filter value; `0` means any value. */
const orAnyValue = <T extends z.ZodMiniType>(schema: T) => z.optional(z.union([z.literal('0'), schema]));

/** Like `contactFields.phones`, except that labels may be omitted. */
const phones = z
  .array(z.strictObject({ ...ContactPhone.shape, label: z._default(ContactPhone.shape.label, '') }))
  .check(z.maxLength(5, { error: 'too_long' }));

export const contactCalls = {
  'contacts.statuses': defineCall({
    method: 'GET',
    path: '/api/contacts/status/',
    roles: members,
    summary: 'Contact statuses, in the language of the account',
    idempotent: false,
    reply: z.array(z.object({ id: z.enum(contactStatuses), name: z.string() })),
  }),
  'contacts.categories': defineCall({
    method: 'GET',
    path: '/api/contacts/category/',
    roles: members,
    summary: "The caller's contact categories",
    idempotent: false,
    reply: z.array(ContactCategory),
  }),
  'contacts.add_category': defineCall({
    method: 'POST',
    path: '/api/contacts/category/',
    roles: members,
    summary: 'Add a contact category',
    idempotent: true,
    body: z.strictObject({
      id: z.optional(Id),
      name: categoryFields.name,
      color: z._default(categoryFields.color, 'teal'),
      position: z._default(categoryFields.position, 0),
    }),
    status: 201,
    success: 'changes_saved',
    reply: ContactCategory,
  }),
  'contacts.change_category': defineCall({
    method: 'PUT',
    path: '/api/contacts/category/{id}/',
    roles: members,
    summary: 'Change a contact category',
    echoes: 'contact_categories',
    idempotent: true,
    params: WithId,
    body: z.strictObject({
      name: z.optional(categoryFields.name),
      color: z.optional(categoryFields.color),
      position: z.optional(categoryFields.position),
    }),
    success: 'changes_saved',
    reply: ContactCategory,
  }),
  'contacts.delete_category': defineCall({
    method: 'DELETE',
    path: '/api/contacts/category/{id}/',
    roles: members,
    summary: 'Delete a contact category; its contacts are left without a category',
    idempotent: true,
    params: WithId,
    success: 'deleted',
    reply: z.object({ ok: z.literal(true) }),
  }),
  'contacts.list': defineCall({
    method: 'GET',
    path: '/api/contacts/',
    roles: members,
    summary:
      "The caller's contacts, optionally filtered by name, any part of a number, or email. Returns a page if `page` or `page_size` is given; otherwise all contacts with an ETag (If-None-Match can get 304)",
    idempotent: false,
    query: z.strictObject({
      ...OptionalPageQuery.shape,
      category: orAnyValue(Id),
      status: orAnyValue(z.enum(contactStatuses)),
    }),
    reply: wholeOrPageSchema(Contact),
  }),
  'contacts.add': defineCall({
    method: 'POST',
    path: '/api/contacts/',
    roles: members,
    summary: 'Add a contact, optionally with a photo',
    idempotent: true,
    encoding: 'multipart',
    files: ['photo'],
    body: z.strictObject({
      id: z.optional(Id),
      first_name: contactFields.first_name,
      last_name: z._default(contactFields.last_name, ''),
      middle_name: z._default(contactFields.middle_name, ''),
      phones: z._default(phones, []),
      emails: z._default(contactFields.emails, []),
      telegram: z._default(contactFields.telegram, null),
      city: z._default(contactFields.city, ''),
      country: z._default(contactFields.country, null),
      date_birth: z._default(contactFields.date_birth, null),
      address: z._default(contactFields.address, ''),
      work_zone: z._default(contactFields.work_zone, ''),
      is_partner: z._default(contactFields.is_partner, false),
      category_id: z._default(contactFields.category_id, null),
      status: z._default(contactFields.status, 'new'),
      notes: z._default(contactFields.notes, ''),
      next_step_at: z._default(contactFields.next_step_at, null),
      consent: z._default(contactFields.consent, null),
      photo: z.optional(z.null()),
    }),
    status: 201,
    success: 'contact_saved',
    reply: Contact,
  }),
  'contacts.change': defineCall({
    method: 'PUT',
    path: '/api/contacts/{id}/',
    roles: members,
    summary:
      'Change fields of a contact or its photo; `photo: null` (in a multipart form: an empty part `photo`) removes the photo',
    echoes: 'contacts',
    idempotent: true,
    encoding: 'multipart',
    files: ['photo'],
    params: WithId,
    body: z.strictObject({
      ...contactEditShape,
      phones: z.optional(phones),
      /**
       * Null removes the photo. Any other JSON value must equal the stored photo; a new image is sent as a part of a
       * multipart form.
       */
      photo: z.optional(z.nullable(Photo)),
    }),
    success: 'contact_saved',
    reply: Contact,
  }),
  'contacts.photo': defineCall({
    method: 'GET',
    path: '/api/contacts/{id}/photo/',
    roles: members,
    summary: "The photo of one of the caller's own contacts",
    idempotent: false,
    params: WithId,
    reply: z.string(),
    stream: true,
  }),
};

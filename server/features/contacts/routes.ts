import { uuidv7 } from 'uuidv7';
import type { ContactCategory } from '../../../contract/entities/contact-category.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import { Refused } from '../../../contract/errors.ts';
import { isPageRequested, withPageDefaults } from '../../../contract/paging.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';
import { contactStatuses } from '../../../contract/filter-values.ts';
import type { CallerContext, CallHandlers } from '../../handlers.ts';
import { pageEnvelope, pageSpan } from '../../http/paging.ts';
import { checkVersion } from '../../http/with-current-row.ts';
import { toWriteInput, withEtag, withListEtag } from '../../sync/rest-adapter.ts';
import { categoriesOf } from './category-repository.ts';
import {
  createCategoryHandler,
  deleteCategoryHandler,
  editCategoryHandler,
  lockCategoryOrThrow,
} from './category-writes.ts';
import { statusNames } from './labels.ts';
import { allContacts, listContacts } from './list-repository.ts';
import { storeFile } from './stored-photo.ts';
import { checkSameContact } from './same-contact.ts';
import { contactPhotoHandler, createContactHandler, editContactHandler, lockUndeletedContact } from './writes.ts';

type ContactCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `contacts.${string}`>>;

/** Attaches the photo that was sent with the call, or removes the current photo if the call requests that. */
async function withPhoto(context: CallerContext, id: string, row: unknown, isRemoved = false): Promise<unknown> {
  const file = context.request.photo;
  if (!file && !isRemoved) return row;
  if (file) await storeFile(context, file);
  const photo = file && { sha256: file.sha256, mime: file.mime, bytes: file.data.byteLength };
  const write = toWriteInput<'contact.photo'>(context, id, { photo, at: context.received_at });
  return (await contactPhotoHandler(context, write)).row;
}

/** Checks that the photo in the body, if any, is the stored photo. Throws `invalid` for a different photo. */
function checkPhoto(contact: Contact, photo: Contact['photo'] | undefined): void {
  if (photo && !jsonEqual(photo, contact.photo)) throw new Refused('invalid', { photo: 'read_only' });
}

const filterValue = <T extends string>(value: T | '0' | undefined) =>
  value === '0' ? undefined : (value as Exclude<T, '0'> | undefined);

const listRoutes: Pick<ContactCalls, 'contacts.statuses' | 'contacts.categories' | 'contacts.list'> = {
  'contacts.statuses': async ({ caller }) =>
    contactStatuses.map((id) => ({ id, name: statusNames[id][caller.user.language] })),
  'contacts.categories': (context) => categoriesOf(context, context.caller.user_id),
  'contacts.list': async (context, { query }) => {
    const filter = { search: query.search, category: filterValue(query.category), status: filterValue(query.status) };
    if (!isPageRequested(query)) return withListEtag(context, await allContacts(context, filter));
    const page = withPageDefaults(query);
    return pageEnvelope(page, await listContacts(context, filter, pageSpan(page)));
  },
};

const categories: Pick<ContactCalls, Extract<keyof ContactCalls, `${string}_category`>> = {
  'contacts.add_category': async (context, { body: { id = uuidv7(), ...fields } }) => {
    const write = toWriteInput<'contact_category.create'>(context, id, { ...fields, at: context.received_at });
    return withEtag<ContactCategory>(context, (await createCategoryHandler(context, write)).row);
  },
  'contacts.change_category': async (context, { params: { id }, body }) => {
    const { category } = await lockCategoryOrThrow(context, id);
    await checkVersion(context.request, () => category);
    if (Object.keys(body).length === 0) throw new Refused('invalid', { body: 'empty' });
    const write = toWriteInput<'contact_category.edit'>(context, id, body);
    return withEtag<ContactCategory>(context, (await editCategoryHandler(context, write)).row);
  },
  'contacts.delete_category': async (context, { params: { id } }) => {
    const { category } = await lockCategoryOrThrow(context, id);
    await checkVersion(context.request, () => category);
    const write = toWriteInput<'contact_category.delete'>(context, id, { at: context.received_at });
    await deleteCategoryHandler(context, write);
    return { ok: true };
  },
};

export const contactRoutes: ContactCalls = {
  ...listRoutes,
  ...categories,
  'contacts.add': async (context, { body: { id = uuidv7(), photo: _, ...fields } }) => {
    await checkSameContact(context, id, fields);
    const write = toWriteInput<'contact.create'>(context, id, { ...fields, at: context.received_at });
    const { row } = await createContactHandler(context, write);
    return withEtag<Contact>(context, await withPhoto(context, id, row));
  },
  'contacts.change': async (context, { params: { id }, body: { photo, ...fields } }) => {
    const { contact } = await lockUndeletedContact(context, id);
    await checkVersion(context.request, () => contact);
    checkPhoto(contact, photo);
    const hasFields = Object.keys(fields).length > 0;
    if (!hasFields && photo === undefined && !context.request.photo) throw new Refused('invalid', { body: 'empty' });
    const write = toWriteInput<'contact.edit'>(context, id, fields);
    const { row } = hasFields ? await editContactHandler(context, write) : { row: contact };
    return withEtag<Contact>(context, await withPhoto(context, id, row, photo === null));
  },
};

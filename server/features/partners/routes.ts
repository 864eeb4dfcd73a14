import { uuidv7 } from 'uuidv7';
import type { partnerCalls } from '../../../contract/api-calls/partners.ts';
import { partnerOf } from '../../../contract/entities/partner.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { Refused } from '../../../contract/errors.ts';
import type { CallerContext, CallHandlers, UploadedDocument } from '../../handlers.ts';
import { toWriteInput, withEtag } from '../../sync/rest-adapter.ts';
import { storeFile } from '../contacts/stored-photo.ts';
import { createLeadHandler } from '../people/create.ts';
import { lockUsers } from '../people/lock.ts';
import { personById } from '../people/repository.ts';
import { commissionOf } from './commission.ts';
import { attachPartnerFileHandler, makePartnerHandler } from './writes.ts';

async function attachFile(context: CallerContext, id: string, document: UploadedDocument): Promise<void> {
  const { sha256, name, data, mime } = document;
  // The handler uses this type only to distinguish a PDF from an image. The type in the row is read from the stored
  // file.
  const file = { sha256, name, bytes: data.byteLength, mime: mime === 'image/webp' ? 'image/png' : mime } as const;
  const args = { file, at: context.received_at };
  await attachPartnerFileHandler(context, toWriteInput<'partner.attach'>(context, id, args));
}

async function visiblePartner(context: CallerContext, id: string): Promise<Person> {
  const person = await personById(context, id);
  if (!person || !partnerOf(person)) throw new Refused('not_found');
  return person;
}

export const partnerRoutes: Pick<CallHandlers, Extract<keyof typeof partnerCalls, keyof CallHandlers>> = {
  'partners.create': async (context, { body: { id = uuidv7(), company, partner_note, ...fields } }) => {
    const { caller, request, received_at: at } = context;
    // Lock the caller first: after the transaction has requested a revision, it may not lock any more rows.
    await lockUsers(context, [caller.user_id]);
    for (const document of request.documents) await storeFile(context, document);
    await createLeadHandler(context, toWriteInput<'lead.create'>(context, id, { ...fields, at }));
    await makePartnerHandler(context, toWriteInput<'partner.make'>(context, id, { company, partner_note, at }));
    for (const document of request.documents) await attachFile(context, id, document);
    return withEtag<Person>(context, await personById(context, id));
  },
  'partners.details': async (context, { body: { user_id } }) => {
    const user = withEtag<Person>(context, await visiblePartner(context, user_id));
    // See: [Note: Masked in view mode]
    const percent = context.caller.view ? 0 : (user.commission_percent ?? 0);
    return { user, commission: await commissionOf(context, user_id, percent) };
  },
};

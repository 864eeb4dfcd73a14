import { uuidv7 } from 'uuidv7';
import type { CallBody } from '../../../contract/api-calls/index.ts';
import { centsOf } from '../../../contract/api-calls/payments.ts';
import { needsPhoto, type Donation, type DonationSubmitArgs } from '../../../contract/entities/donation.ts';
import { Refused } from '../../../contract/errors.ts';
import { manualMethods } from '../../../contract/values.ts';
import type { CallerContext, CallHandlers } from '../../handlers.ts';
import { renamed } from '../../http/field-codes.ts';
import { wholeOrPage } from '../../http/paging.ts';
import { toWriteInput, withEtag } from '../../sync/rest-adapter.ts';
import { storePhoto } from '../contacts/stored-photo.ts';
import { personById } from '../people/repository.ts';
import { methodNames } from './labels.ts';
import { listDonations } from './repository.ts';
import { submitDonationHandler } from './writes.ts';

/** Fields of the write that have another name in the calls. */
const callFields: Readonly<Record<string, string>> = { donor_id: 'user_id', photo: 'confirmation_check' };

const RECEIPT_NUMBERS = 10_000;

/** Derives a receipt code from the id of a donation, for clients that send none. */
function receiptFor(id: string): string {
  const digits = id.replaceAll('-', '').toUpperCase();
  const number = parseInt(digits.slice(-8, -4), 16) % RECEIPT_NUMBERS;
  return `D-${digits.slice(-4)}-${String(number).padStart(4, '0')}`;
}

async function storedPhoto(context: CallerContext): Promise<DonationSubmitArgs['photo']> {
  const { photo: file } = context.request;
  if (!file) return null;
  await storePhoto(context, file);
  return { sha256: file.sha256, mime: file.mime, bytes: file.data.byteLength };
}

async function submit(
  context: CallerContext,
  donor: Pick<DonationSubmitArgs, 'donor_id' | 'donor_name'>,
  { id = uuidv7(), ...body }: CallBody<'payments.donation'>,
): Promise<Donation> {
  const { amount, type, type_text, payment_method: method, anonymous, receipt = receiptFor(id), ...fields } = body;
  const amount_cents = centsOf(amount);
  if (!context.request.photo && needsPhoto({ method, amount_cents }))
    throw new Refused('invalid', { photo: 'required' });
  const args: DonationSubmitArgs = {
    ...fields,
    ...donor,
    amount_cents,
    purpose: type,
    purpose_text: type_text,
    method,
    receipt,
    is_anonymous: anonymous,
    photo: await storedPhoto(context),
    at: context.received_at,
  };
  const write = toWriteInput<'donation.submit'>(context, id, args);
  return withEtag<Donation>(context, (await submitDonationHandler(context, write)).row);
}

/** Runs a call. If it is refused, renames the fields in the errors to those of the call. */
async function withCallFields<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refused) || error.constructor !== Refused || !error.fields) throw error;
    throw new Refused(
      error.code,
      renamed(error.fields, (field) => callFields[field] ?? field),
    );
  }
}

export const paymentRoutes: Pick<CallHandlers, Extract<keyof CallHandlers, `payments.${string}`>> = {
  'payments.donation': (context, { body }) => {
    const { user_id: donor_id, name: donor_name } = context.caller;
    return withCallFields(() => submit(context, { donor_id, donor_name }, body));
  },
  'payments.manual_donation': (context, { body: { user_id: donor_id, ...body } }) =>
    withCallFields(() => submit(context, { donor_id, donor_name: '' }, body)),
  'payments.methods': async ({ caller }) =>
    manualMethods.map((id) => ({ id, name: methodNames[id][caller.user.language] })),
  'payments.person_donations': async (context, { query, body: { user_id } }) => {
    if (!(await personById(context, user_id))) throw new Refused('not_found');
    return wholeOrPage(query, (span) => listDonations(context, user_id, query.search, span));
  },
};

import { uuidv7 } from 'uuidv7';
import type { CallBody } from '../../../contract/api-calls/index.ts';
import { toCents } from '../../../contract/api-calls/payments.ts';
import { needsPhoto, type Donation, type DonationSubmitArgs } from '../../../contract/entities/donation.ts';
import { Refused } from '../../../contract/errors.ts';
import { donationMethods } from '../../../contract/values.ts';
import { withContext } from '../../context.ts';
import type { CallerContext, CallHandlers, SelfTransactionalHandler } from '../../handlers.ts';
import { renameFields } from '../../http/field-codes.ts';
import { wholeOrPage } from '../../http/paging.ts';
import { toWriteInput, withEtag } from '../../sync/rest-adapter.ts';
import { storeFile } from '../contacts/stored-photo.ts';
import { intentById } from '../payments/intents.ts';
import { purchaseUrl, type PurchaseOptions } from '../payments/payments.ts';
import { personById } from '../people/repository.ts';
import { donationPath, openCardDonation } from './card.ts';
import { storedDonationById } from './card-repository.ts';
import { methodNames } from './labels.ts';
import { receiptCodeOf } from './receipt-code.ts';
import { donationById, listDonations } from './repository.ts';
import { submitDonationHandler } from './writes.ts';

/** Fields of the write that have a different name in the calls. */
const callFields: Readonly<Record<string, string>> = { donor_id: 'user_id', photo: 'confirmation_check' };

async function storedPhoto(context: CallerContext): Promise<DonationSubmitArgs['photo']> {
  const { photo: file } = context.request;
  if (!file) return null;
  await storeFile(context, file);
  return { sha256: file.sha256, mime: file.mime, bytes: file.data.byteLength };
}

async function submit(
  context: CallerContext,
  donor: Pick<DonationSubmitArgs, 'donor_id' | 'donor_name'>,
  { id = uuidv7(), ...body }: Omit<CallBody<'payments.manual_donation'>, 'user_id'>,
): Promise<Donation> {
  const { amount, type, type_text, payment_method: method, anonymous, receipt = receiptCodeOf(id), ...fields } = body;
  const amount_cents = toCents(amount);
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

/** Runs a call. If the call is refused, renames the fields in the error to the names used in the call. */
async function withCallFields<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refused) || error.constructor !== Refused || !error.fields) throw error;
    throw new Refused(
      error.code,
      renameFields(error.fields, (field) => callFields[field] ?? field),
    );
  }
}

type Own = CallBody<'payments.donation'>;

/**
 * Opens the payment of a card donation. Returns the URL of its payment page or, if the donation is already paid, the
 * URL of the donation in the app.
 */
async function payByCard(
  { deps, caller, once }: Parameters<SelfTransactionalHandler<'payments.donation'>>[0],
  body: Own,
  options: PurchaseOptions,
): Promise<string> {
  const rowsContext = { tx: deps.db, scope: caller.scope };
  const id = await once((context) => openCardDonation(context, options.payments, body));
  const { intent_id } = (await storedDonationById(rowsContext, id)) ?? {};
  // If this request is a repetition, the intent may have changed since the first request.
  const intent = intent_id ? await intentById(rowsContext, intent_id) : undefined;
  return purchaseUrl(options, intent, donationPath(id));
}

/** Enters a donation of the caller's own that was paid outside of this app. */
function submitOwn(context: CallerContext, body: Own): Promise<Donation> {
  const { frequency: _, cover_fee: __, payment_method, paid_at, ...fields } = body;
  const { user_id: donor_id, name: donor_name } = context.caller;
  if (payment_method === 'card') throw new Refused('invalid', { payment_method: 'required' });
  if (paid_at === undefined) throw new Refused('invalid', { paid_at: 'required' });
  return withCallFields(() => submit(context, { donor_id, donor_name }, { ...fields, payment_method, paid_at }));
}

/**
 * Opens a card donation and returns the URL of its payment page, or enters a donation that was paid outside of this app
 * and returns that donation. The payment provider is called after the commit.
 */
export function donationHandler(options: PurchaseOptions): SelfTransactionalHandler<'payments.donation'> {
  return async (given, { body }) => {
    const { deps, caller, request, once } = given;
    if (body.payment_method === 'card' && !request.photo) return payByCard(given, body, options);
    const id = await once(async (context) => (await submitOwn({ ...context, request }, body)).id);
    return withContext(deps, caller, async (context) =>
      withEtag<Donation>({ ...context, request }, await donationById(context, id)),
    );
  };
}

type PaymentRoutes = Pick<CallHandlers, Extract<keyof CallHandlers, `payments.${string}`>>;

export const paymentRoutes = ({ payments }: Pick<PurchaseOptions, 'payments'>): PaymentRoutes => ({
  'payments.manual_donation': (context, { body: { user_id: donor_id, ...body } }) =>
    withCallFields(() => submit(context, { donor_id, donor_name: '' }, body)),
  'payments.methods': async ({ caller }) =>
    donationMethods
      .filter((id) => id !== 'card' || payments)
      .map((id) => ({ id, name: methodNames[id][caller.user.language] })),
  'payments.person_donations': async (context, { query, body: { user_id } }) => {
    if (!(await personById(context, user_id))) throw new Refused('not_found');
    return wholeOrPage(query, (span) => listDonations(context, user_id, query.search, span));
  },
});

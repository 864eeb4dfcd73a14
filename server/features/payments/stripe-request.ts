import { z } from '../../../contract/zod.ts';

/** The version of Stripe's API for which the requests and responses are written. */
export const STRIPE_VERSION = '2025-09-30.clover';

type Value = string | number | boolean | Form | readonly Form[];
export interface Form {
  [name: string]: Value;
}

/** Encodes a form in the notation of Stripe: `a[b][0][c]=value`. */
export function encodeForm(form: Form, prefix = ''): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) {
    const key = prefix === '' ? name : `${prefix}[${name}]`;
    if (typeof value !== 'object') fields.append(key, String(value));
    else for (const [inner, text] of encodeForm(value as Form, key)) fields.append(inner, text);
  }
  return fields;
}

/** An error response from Stripe. */
export class StripeError extends Error {
  readonly status: number;
  /** Stripe's code of the error, for example `authentication_required`. */
  readonly code: string;
  /** Id of the payment that the error concerns. */
  readonly payment_id: string | null;
  constructor(status: number, code: string, payment_id: string | null) {
    // Leave out Stripe's message, because it may contain data of the payer.
    super(`Stripe responded with ${status} ${code}`);
    this.name = 'StripeError';
    this.status = status;
    this.code = code;
    this.payment_id = payment_id;
  }
}

const ErrorBody = z.looseObject({
  error: z.looseObject({
    code: z.nullish(z.string()),
    type: z.nullish(z.string()),
    payment_intent: z.nullish(z.looseObject({ id: z.string() })),
  }),
});

export interface StripeOptions {
  secret_key: string;
  webhook_secret: string;
  /** Base URL of the API; tests set a different one. */
  api_url?: string;
}

export interface StripeRequest {
  method: 'GET' | 'POST';
  path: string;
  form?: Form;
  /** Idempotency key; required for POST. */
  idempotency_key?: string;
  signal: AbortSignal;
}

/** Sends a request to Stripe and returns the JSON of the response. Throws StripeError, or a network error. */
export async function stripeRequest(
  { secret_key, api_url = 'https://api.stripe.com' }: StripeOptions,
  { method, path, form = {}, idempotency_key, signal }: StripeRequest,
): Promise<unknown> {
  const fields = encodeForm(form).toString();
  const query = method === 'GET' && fields !== '' ? `?${fields}` : '';
  const response = await fetch(`${api_url}${path}${query}`, {
    method,
    headers: {
      Authorization: `Bearer ${secret_key}`,
      'Stripe-Version': STRIPE_VERSION,
      ...(method === 'POST' && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...(idempotency_key !== undefined && { 'Idempotency-Key': idempotency_key }),
    },
    ...(method === 'POST' && { body: fields }),
    redirect: 'error',
    signal,
  });
  const body: unknown = await response.json();
  if (response.ok) return body;
  const { data } = ErrorBody.safeParse(body);
  const { code, type, payment_intent } = data?.error ?? {};
  throw new StripeError(response.status, code ?? type ?? 'unknown', payment_intent?.id ?? null);
}

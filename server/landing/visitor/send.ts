import { language } from './texts.ts';
import type { UnsentForm } from './unsent-forms.ts';

const TIMEOUT_MS = 20_000;
const RETRY_AFTER_S = 30;

const post = (url: string, type: string, body: string): Promise<Response> => {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), TIMEOUT_MS);
  return fetch(url, {
    method: 'POST',
    // The server responds in the language of the page.
    headers: { Accept: 'application/json', 'Content-Type': type, 'Accept-Language': language },
    body,
    credentials: 'omit',
    signal: abort.signal,
  });
};

export type SendResult =
  /** This attempt or an earlier one has stored the form. */
  | { result: 'sent'; title: string; message: string }
  /** The visitor must change the form first. */
  | { result: 'refused'; message: string; fields: Record<string, string> }
  | { result: 'gone' }
  /** It is not known whether the form was stored, so it must be sent again with the same key. */
  | { result: 'unknown'; message: string; retryAfterS: number };

interface Reply {
  ok: boolean;
  gone?: true;
  title: string;
  message: string;
  fields: Record<string, string>;
}

/**
 * Sends a form. Never rejects. Only a complete response of the server counts; the login page of a Wi-Fi network, for
 * example, does not.
 */
export async function sendForm({ url, body }: UnsentForm): Promise<SendResult> {
  try {
    const response = await post(url, 'application/x-www-form-urlencoded', body);
    const reply = (await response.json()) as Reply;
    if (reply.gone) return { result: 'gone' };
    const { message } = reply;
    if (message && response.ok) return { result: 'sent', ...reply };
    if (message && response.status === 422) return { result: 'refused', ...reply };
    return { result: 'unknown', message, retryAfterS: Number(response.headers.get('Retry-After') ?? RETRY_AFTER_S) };
  } catch {
    return { result: 'unknown', message: '', retryAfterS: RETRY_AFTER_S };
  }
}

/**
 * Asks the server to check a phone number. Returns the error; an empty string if the number is valid or the server does
 * not respond.
 */
export async function phoneError(phone: string): Promise<string> {
  try {
    const response = await post('/api/landings/validate_phone/', 'application/json', JSON.stringify({ phone }));
    const { error } = (await response.json()) as { error?: string | null };
    return (response.ok && error) || '';
  } catch {
    return '';
  }
}

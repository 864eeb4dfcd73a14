import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum difference between the timestamp of a webhook and the current time, in seconds. */
const TOLERANCE_S = 300;

const mac = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/** Signs the body of a webhook in the format of Stripe: `t=<seconds>,v1=<HMAC-SHA256 of "t.body" in hex>`. */
export function signWebhook(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${mac(secret, `${seconds}.${body}`).toString('hex')}`;
}

/**
 * Whether the header contains a signature of the body that is at most five minutes old. The header may contain several
 * signatures, because Stripe signs with the old and the new secret while the secret is being replaced.
 */
export function hasValidSignature(secret: string, body: string, header: string, now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(seconds)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > TOLERANCE_S) return false;
  const expected = mac(secret, `${seconds}.${body}`);
  return parts.some(([name, value = '']) => {
    const given = name === 'v1' ? Buffer.from(value, 'hex') : Buffer.alloc(0);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

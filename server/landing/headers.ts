import { commonHeaders } from '../http/plugins/headers.ts';

/**
 * Returns the Content-Security-Policy of responses that set no policy of their own. It allows no scripts, and allows
 * forms only to this origin and, after a redirect, to the app.
 */
const policyOf = (app_origin: string): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action 'self' ${app_origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Returns the headers of all responses of this origin. A response may replace the Content-Security-Policy. */
export const landingHeaders = (public_url: string): Record<string, string> => ({
  'Content-Security-Policy': policyOf(new URL(public_url).origin),
  ...commonHeaders,
  ...(public_url.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=63072000' }),
});

import type { IncomingHttpHeaders } from 'node:http';

/** How a body is compressed; an `identity` body is not compressed. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Returns the most compact encoding that the browser accepts. */
export function encodingFor(headers: IncomingHttpHeaders): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

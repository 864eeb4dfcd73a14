const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a host name or address, given without a port, refers to this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Headers that proxies add to forwarded requests. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
];

/**
 * Whether a request was made on this machine. It must not have been forwarded by a proxy, and its Host must be a
 * loopback name: otherwise a web site could point its own domain at this machine and read the response.
 */
export function isLocalRequest(header: (name: string) => unknown): boolean {
  const host = header('host');
  if (typeof host !== 'string' || !isLoopback(host.replace(/:\d+$/, ''))) return false;
  return proxyHeaders.every((name) => header(name) === undefined);
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a host name or address, without a port, means this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Headers by which proxies name the client they forward for. */
const forwarding = [
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
 * Whether a request was made on this machine: no proxy has forwarded it, and it names a loopback host, so that no web
 * site reads the answer under a name of its own.
 */
export function isLocalRequest(header: (name: string) => unknown): boolean {
  const host = header('host');
  if (typeof host !== 'string' || !isLoopback(host.replace(/:\d+$/, ''))) return false;
  return forwarding.every((name) => header(name) === undefined);
}

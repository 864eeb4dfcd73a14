/** The push services of the browsers. `*.` stands for any subdomain of a host. */
export const PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
];

const matches = (hostname: string, host: string): boolean =>
  host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;

/**
 * Whether messages may be sent to an endpoint, which is chosen by the client. Only push services of the list are
 * allowed, over https and its default port. Otherwise a client could make this server send requests to any address.
 */
export function isAllowedEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  const isPlain = port === '' && username === '' && password === '';
  return protocol === 'https:' && isPlain && hosts.some((host) => matches(hostname, host));
}

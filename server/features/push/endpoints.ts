/** The push services of the browsers. `*.` stands for any name below a host. */
export const PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
];

const matches = (hostname: string, host: string): boolean =>
  host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;

/**
 * Whether messages may be sent to an endpoint, which a client chose: only to push services of the list, over https and
 * its usual port. Otherwise this server could be made to send requests anywhere.
 */
export function isAllowedEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  const isPlain = port === '' && username === '' && password === '';
  return protocol === 'https:' && isPlain && hosts.some((host) => matches(hostname, host));
}

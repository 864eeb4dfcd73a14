import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, with `::` filled in and an embedded IPv4 address as two groups. */
function groupsOf(address: string): string[] {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a, b, c, d] = bytes.map(Number) as [number, number, number, number];
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = !tail ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after];
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

const MAPPED = '0:0:0:0:0:ffff';

/**
 * What counts as one address in limits: an IPv4 address, or the /64 network of an IPv6 address, which a single subscriber
 * has for themselves.
 */
export function addressPrefix(ip: string): string {
  const address = ip.replace(/%.*$/, '');
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') === MAPPED) {
    const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16)) as [number, number];
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

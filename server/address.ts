import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * What counts as one address in limits: an IPv4 address, also one written as IPv6, or the /64 network of an IPv6 address,
 * which a single subscriber has for themselves.
 */
export function addressPrefix(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

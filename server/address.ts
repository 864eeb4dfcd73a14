import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the key under which rate limits count an address. For IPv4 this is the address, even if it is written in IPv6
 * form; for IPv6 it is the /64 network, which usually belongs to a single subscriber.
 */
export function addressPrefix(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

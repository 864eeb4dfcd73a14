import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBinaries, must } from '../postgres-cluster.ts';

/** Debian's packages of the cluster, each with a file by which an installed package is recognised. */
const packages = {
  postgresql: () => findBinaries() !== undefined,
  patroni: () => existsSync('/usr/bin/patroni'),
  'etcd-server': () => existsSync('/usr/bin/etcd'),
  haproxy: () => existsSync('/usr/sbin/haproxy'),
  pgbouncer: () => existsSync('/usr/sbin/pgbouncer'),
};

/** Names of the services that Debian starts when it installs a package. */
const services: Record<keyof typeof packages, string> = {
  postgresql: 'postgresql',
  patroni: 'patroni',
  'etcd-server': 'etcd',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
};

const names = Object.keys(packages) as (keyof typeof packages)[];

/**
 * Installs the packages that are missing, and stops the services that Debian starts with them; a cluster uses processes
 * of its own. Requires root on Debian if a package is missing.
 */
export function ensurePackages(print: (line: string) => void): void {
  const missing = names.filter((name) => !packages[name]());
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(`Missing: ${missing.join(', ')}. Root on Debian gets them installed.`);
  print(`installing ${missing.join(', ')} (apt-get)`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  must('apt-get', ['update', '-qq'], { env });
  must('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env });
  // A service that Debian did not start, as in a container, cannot be stopped.
  for (const name of missing) spawnSync('service', [services[name], 'stop'], { stdio: 'ignore' });
}

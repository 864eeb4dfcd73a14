import { existsSync } from 'node:fs';
import { findBinaries } from '../postgres-cluster.ts';
import { installPackages, type DebianPackage } from './install-packages.ts';

/** The Debian packages that the cluster needs. */
const packages: readonly DebianPackage[] = [
  { name: 'postgresql', isInstalled: () => findBinaries() !== undefined, service: 'postgresql' },
  { name: 'patroni', isInstalled: () => existsSync('/usr/bin/patroni'), service: 'patroni' },
  { name: 'etcd-server', isInstalled: () => existsSync('/usr/bin/etcd'), service: 'etcd' },
  { name: 'haproxy', isInstalled: () => existsSync('/usr/sbin/haproxy'), service: 'haproxy' },
  { name: 'pgbouncer', isInstalled: () => existsSync('/usr/sbin/pgbouncer'), service: 'pgbouncer' },
];

/** Installs the packages of the cluster that are missing. */
export const ensurePackages = (print: (line: string) => void): void => installPackages(packages, print);

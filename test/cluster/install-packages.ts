import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runOrThrow } from '../postgres-cluster.ts';

/** A package of Debian. */
export interface DebianPackage {
  name: string;
  isInstalled: () => boolean;
  /** Name of the service that Debian starts when it installs the package. */
  service: string;
}

/**
 * Installs the packages that are missing, and stops the services that Debian starts with them; a test uses processes of
 * its own. Requires root on Debian if a package is missing.
 */
export function installPackages(packages: readonly DebianPackage[], print: (line: string) => void): void {
  const missing = packages.filter(({ isInstalled }) => !isInstalled());
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(`Missing: ${names.join(', ')}. Root on Debian gets them installed.`);
  print(`installing ${names.join(', ')} (apt-get)`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  runOrThrow('apt-get', ['update', '-qq'], { env });
  runOrThrow('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env });
  // A service that Debian did not start, as in a container, cannot be stopped.
  for (const { service } of missing) spawnSync('service', [service, 'stop'], { stdio: 'ignore' });
}

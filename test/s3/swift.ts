import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { S3Options } from '../../server/files/s3-url.ts';
import { S3Client } from '../../server/files/s3-client.ts';
import { Daemon } from '../cluster/daemon.ts';
import { installPackages } from '../cluster/install-packages.ts';
import type { Workspace } from '../cluster/workspace.ts';
import { runOrThrow } from '../postgres-cluster.ts';

const packages = ['proxy', 'account', 'container', 'object'].map((part) => ({
  name: `swift-${part}`,
  isInstalled: () => existsSync(`/usr/bin/swift-${part}-server`),
  service: `swift-${part}`,
}));
const memcached = { name: 'memcached', isInstalled: () => existsSync('/usr/bin/memcached'), service: 'memcached' };

const ACCESS_KEY = 'test:tester';
const STARTS_WITHIN_MS = 120_000;

const rings = ['account', 'container', 'object'] as const;

/** The settings of a storage server, or of the proxy with its filters. */
function settings(folder: string, port: number, as: string, sections: readonly string[]): string {
  const serverSection = [
    ...['[DEFAULT]', 'bind_ip = 127.0.0.1', `bind_port = ${port}`, `user = ${as}`, 'workers = 0'],
    ...[`swift_dir = ${folder}`, `devices = ${join(folder, 'devices')}`, 'mount_check = false', 'log_level = WARNING'],
  ];
  return [...serverSection, ...sections, ''].join('\n');
}

const filter = (name: string, ...lines: string[]) => [`[filter:${name}]`, `use = egg:swift#${name}`, ...lines];

function proxySections(secret: string, cache: number): string[] {
  return [
    '[pipeline:main]',
    'pipeline = catch_errors gatekeeper memcache listing_formats s3api tempauth container_quotas proxy-server',
    ...['[app:proxy-server]', 'use = egg:swift#proxy', 'account_autocreate = true'],
    ...filter('catch_errors'),
    ...filter('gatekeeper'),
    ...filter('memcache', `memcache_servers = 127.0.0.1:${cache}`),
    ...filter('listing_formats'),
    ...filter('s3api', 'location = us-east-1'),
    ...filter('tempauth', `user_test_tester = ${secret} .admin`),
    ...filter('container_quotas'),
  ];
}

/** A running OpenStack Swift with its S3 interface. */
export interface Swift {
  options: S3Options;
  /** Limits the size of the bucket in bytes. */
  setQuota(bytes: number): Promise<void>;
  stop(): Promise<void>;
}

/** Returns the name of the account that runs the processes of a workspace. */
const accountName = ({ as }: Workspace): string =>
  runOrThrow('id', ['-nu', ...(as.uid === undefined ? [] : [String(as.uid)])]);

async function makeRings(space: Workspace, ports: readonly number[]): Promise<void> {
  const options = { ...space.as, cwd: space.folder };
  for (const [index, ring] of rings.entries()) {
    const builder = `${ring}.builder`;
    runOrThrow('swift-ring-builder', [builder, 'create', '4', '1', '0'], options);
    runOrThrow('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${ports[index]!}/d1`, '1'], options);
    runOrThrow('swift-ring-builder', [builder, 'rebalance'], options);
  }
}

/** Sets the quota of the container through Swift's own interface, because S3 has no quotas. */
async function setQuota(origin: string, secret: string, bytes: number): Promise<void> {
  const login = await fetch(`${origin}/auth/v1.0`, { headers: { 'X-Auth-User': ACCESS_KEY, 'X-Auth-Key': secret } });
  const [url, token] = [login.headers.get('x-storage-url'), login.headers.get('x-auth-token')];
  if (!url || !token) throw new Error(`Swift did not log in: ${login.status}`);
  const headers = { 'X-Auth-Token': token, 'X-Container-Meta-Quota-Bytes': String(bytes) };
  const reply = await fetch(`${url}/files`, { method: 'POST', headers });
  if (!reply.ok) throw new Error(`Swift did not set the quota: ${reply.status}`);
}

async function createBucket(options: S3Options): Promise<void> {
  const client = new S3Client(options);
  const deadline = Date.now() + STARTS_WITHIN_MS;
  for (;;) {
    try {
      await (await client.send({ method: 'PUT', name: '' })).text();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/** Installs and starts Swift in the folder of the workspace, with one bucket. */
export async function startSwift(space: Workspace, print: (line: string) => void): Promise<Swift> {
  installPackages([...packages, memcached], print);
  const [proxy = 0, cache = 0, ...ports] = await space.ports(2 + rings.length);
  const as = accountName(space);
  space.makeFolder('devices');
  space.makeFolder('devices/d1');
  const policy = ['[storage-policy:0]', 'name = one', 'default = yes'];
  const prefixes = ['swift_hash_path_prefix = a', 'swift_hash_path_suffix = b'];
  space.write('swift.conf', ['[swift-hash]', ...prefixes, ...policy, ''].join('\n'));
  await makeRings(space, ports);
  const daemon = (name: string, command: string, args: readonly string[]) =>
    new Daemon({ name, command, args, cwd: space.folder, log: space.logOf(name), as: space.as });
  const daemons = [daemon('memcached', 'memcached', ['-l', '127.0.0.1', '-p', String(cache)])];
  const addServer = (name: string, sections: readonly string[], port: number): void => {
    const file = space.write(`${name}.conf`, settings(space.folder, port, as, sections));
    daemons.push(daemon(name, `swift-${name}-server`, [file, '-v']));
  };
  for (const [index, ring] of rings.entries()) {
    const app = [`[app:${ring}-server]`, `use = egg:swift#${ring}`, `recon_cache_path = ${space.folder}`];
    addServer(ring, ['[pipeline:main]', `pipeline = ${ring}-server`, ...app], ports[index]!);
  }
  addServer('proxy', proxySections(space.secret, cache), proxy);
  for (const daemon of daemons) daemon.start();
  const origin = `http://127.0.0.1:${proxy}`;
  const options = { origin, bucket: 'files', prefix: '', region: 'us-east-1', access_key: ACCESS_KEY };
  const stop = async () => {
    for (const daemon of daemons) await daemon.end();
  };
  try {
    await createBucket({ ...options, secret: space.secret });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    options: { ...options, secret: space.secret },
    setQuota: (bytes) => setQuota(origin, space.secret, bytes),
    stop,
  };
}

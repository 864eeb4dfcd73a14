import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { Daemon } from './daemon.ts';
import {
  readDatabaseMembers,
  findEtcdLeader,
  isComplete,
  makeDatabases,
  makeEtcd,
  type DatabaseNode,
} from './databases.ts';
import { DATABASE, makeAppProxy, makeDatabaseProxy, makePooler, urlOf } from './proxies.ts';
import { Relay } from './relay.ts';
import { root, Workspace } from './workspace.ts';

export const APPS = 3;
const START_TIMEOUT_MS = 90_000;
const POLL_INTERVAL_MS = 200;

/** Waits until the condition holds. Throws after the time limit. */
export async function until(isDone: () => Promise<boolean> | boolean, limit_ms: number, what: string): Promise<void> {
  const end = Date.now() + limit_ms;
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error(`${what}: not within ${limit_ms / 1000} s`);
    await sleep(POLL_INTERVAL_MS);
  }
}

/** A server process, and its port. */
export interface App {
  daemon: Daemon;
  port: number;
}

export const isReady = ({ port }: App): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether a proxy responds. An error response counts too, because a proxy returns one while no server is behind it. */
const isReached = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** All processes of an installation with failover, on loopback. */
export interface Cluster {
  space: Workspace;
  etcd: { members: Daemon[]; ports: number[] };
  databases: DatabaseNode[];
  databaseProxy: Daemon;
  pooler: Daemon;
  /** The network between the server processes and the pooler. */
  poolerLink: Relay;
  apps: App[];
  proxy: Daemon;
  /** Base URL of the proxy to which devices connect. */
  url: string;
  /** Connection URL of the primary, without the pooler. */
  direct_url: string;
  leader(): Promise<DatabaseNode | undefined>;
  /** Whether all processes are running, and the primary has a synchronous replica. */
  isHealthy(): Promise<boolean>;
  /** Ends all processes and deletes the folder, or everything in it except the logs and settings. */
  stop(options?: { keepsLogs: boolean }): Promise<void>;
}

interface Ports {
  pooler: number;
  poolerLink: number;
  primary: number;
  replicas: number;
  proxy: number;
}

async function makeApps(space: Workspace, ports: Ports): Promise<App[]> {
  const url = (port: number) => urlOf(space, port);
  const apps: App[] = [];
  for (let at = 1; at <= APPS; at += 1) {
    const [name, port] = [`server${at}`, await space.port()];
    const env = {
      NODE_ENV: 'production',
      DATA_DIR: join(space.folder, name),
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${ports.proxy}`,
      DATABASE_URL: url(ports.poolerLink),
      DIRECT_URL: url(ports.primary),
      REPLICA_URL: url(ports.replicas),
      SECRET_KEY: space.secret,
      DRAIN_SECONDS: '3',
      ASSIGNMENT: 'off',
      LOG_LEVEL: 'warn',
    };
    const args = ['dist/server/main.js'];
    const daemon = new Daemon({
      name,
      command: process.execPath,
      args,
      cwd: root,
      log: space.logOf(name),
      env,
      isSupervised: true,
    });
    apps.push({ daemon, port });
  }
  return apps;
}

/** Creates the database and its owner. */
async function createDatabase(space: Workspace, primary: number): Promise<void> {
  const connectionString = `postgres://postgres:${space.password}@127.0.0.1:${primary}/postgres`;
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(`create role ${DATABASE} login password '${space.password}'`);
    await client.query(`create database ${DATABASE} owner ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function makeCluster(space: Workspace): Promise<Cluster> {
  const etcd = await makeEtcd(space);
  const databases = await makeDatabases(space, etcd.ports);
  const [pooler, poolerLink, primary, replicas, proxy] = (await space.ports(5)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const ports: Ports = { pooler, poolerLink, primary, replicas, proxy };
  const apps = await makeApps(space, ports);
  const cluster: Cluster = {
    space,
    etcd,
    databases,
    apps,
    databaseProxy: makeDatabaseProxy(space, ports, databases),
    pooler: makePooler(space, pooler, primary),
    poolerLink: new Relay(poolerLink, [pooler]),
    proxy: makeAppProxy(
      space,
      proxy,
      apps.map(({ port }) => port),
    ),
    url: `http://127.0.0.1:${proxy}`,
    direct_url: urlOf(space, primary),
    leader: async () => {
      const leader = (await readDatabaseMembers(databases)).find(({ role }) => role === 'leader');
      return databases.find(({ name }) => name === leader?.name);
    },
    isHealthy: async () => {
      const daemons = [...etcd.members, cluster.databaseProxy, cluster.pooler, cluster.proxy];
      if (![...daemons, ...apps.map(({ daemon }) => daemon)].every(({ isRunning }) => isRunning)) return false;
      if (!isComplete(await readDatabaseMembers(databases))) return false;
      if ((await findEtcdLeader(etcd)) === undefined) return false;
      return (await Promise.all(apps.map(isReady))).every(Boolean);
    },
    stop: (options) => stop(cluster, options),
  };
  return cluster;
}

async function stop(cluster: Cluster, { keepsLogs } = { keepsLogs: false }): Promise<void> {
  const { apps, proxy, pooler, databaseProxy, databases, etcd, poolerLink, space } = cluster;
  await Promise.all([...apps.map(({ daemon }) => daemon), proxy, pooler, databaseProxy].map((daemon) => daemon.end()));
  await Promise.all(databases.map(({ kill }) => kill(true)));
  await Promise.all(etcd.members.map((member) => member.end()));
  const links = databases.flatMap(({ etcdLink, peerLink }) => [etcdLink, peerLink]);
  await Promise.all([poolerLink, ...links].map((link) => link.close()));
  space.remove(keepsLogs);
}

/**
 * Starts the databases, the pooler and the proxies. The server processes are started by the caller, because a roll-out
 * begins with those of the previous version.
 */
export async function openCluster(): Promise<Cluster> {
  const cluster = await makeCluster(new Workspace('cluster'));
  try {
    const { etcd, databases, databaseProxy, pooler, poolerLink, proxy } = cluster;
    for (const member of etcd.members) member.start();
    await until(async () => (await findEtcdLeader(etcd)) !== undefined, START_TIMEOUT_MS, 'etcd has a leader');
    for (const { etcdLink, peerLink } of databases) await Promise.all([etcdLink.open(), peerLink.open()]);
    await poolerLink.open();
    for (const { patroni } of databases) patroni.start();
    databaseProxy.start();
    await until(async () => isComplete(await readDatabaseMembers(databases)), START_TIMEOUT_MS, 'PostgreSQL runs');
    await until(
      () =>
        createDatabase(cluster.space, Number(new URL(cluster.direct_url).port)).then(
          () => true,
          () => false,
        ),
      START_TIMEOUT_MS,
      'the proxy reaches the primary',
    );
    pooler.start();
    proxy.start();
    await until(() => isReached(cluster.url), START_TIMEOUT_MS, 'the proxy runs');
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Starts the server processes, one after the other, and waits until they are ready. */
export async function startApps({ apps }: Cluster): Promise<void> {
  for (const app of apps) {
    app.daemon.start();
    await until(() => isReady(app), START_TIMEOUT_MS, `${app.daemon.name} is ready`);
  }
}

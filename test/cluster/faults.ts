import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../simulation/rng.ts';
import { until, type Cluster } from './cluster.ts';
import type { Daemon } from './daemon.ts';
import { findEtcdLeader, type DatabaseNode } from './databases.ts';
import type { Prober } from './prober.ts';
import type { Relay } from './relay.ts';

export const faultKinds = ['server', 'primary', 'replica', 'pooler', 'proxy', 'etcd leader', 'partition'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** The cluster must be healthy again within this time after a fault. */
const HEALED_WITHIN_MS = 120_000;

/** A fault that has been caused. */
interface Fault {
  what: string;
  /** Time in ms for which the fault lasts before it is repaired. */
  lasts_ms: number;
  repair(): void;
}

const restartOf = (daemon: Daemon) => (): void => {
  if (!daemon.isRunning) daemon.start();
};

async function killDaemon(daemon: Daemon, chance: Chance): Promise<Fault> {
  await daemon.end('SIGKILL');
  return { what: daemon.name, lasts_ms: 200 + chance.below(2_500), repair: restartOf(daemon) };
}

/** Kills PostgreSQL, in half of the cases together with its Patroni, as if the machine lost power. */
async function killDatabase(node: DatabaseNode, chance: Chance): Promise<Fault> {
  const isMachine = chance.happens(0.5);
  await node.kill(isMachine);
  const what = isMachine ? `machine ${node.name}` : `PostgreSQL of ${node.name}`;
  return { what, lasts_ms: 500 + chance.below(4_000), repair: restartOf(node.patroni) };
}

/** Returns the primary, and waits for one during a failover. */
async function waitForPrimary(cluster: Cluster): Promise<DatabaseNode> {
  let found: DatabaseNode | undefined;
  await until(async () => (found = await cluster.leader()) !== undefined, HEALED_WITHIN_MS, 'there is a primary');
  return found!;
}

async function partition(cluster: Cluster, chance: Chance): Promise<Fault> {
  const primary = await waitForPrimary(cluster);
  const links: [string, Relay, number][] = [
    ['the primary and etcd', primary.etcdLink, 25_000],
    ['the primary and its replicas', primary.peerLink, 12_000],
    ['the servers and the pooler', cluster.poolerLink, 8_000],
  ];
  const [between, link, longest] = chance.pick(links);
  const state = chance.pick(['closed', 'silent'] as const);
  link.cut(state);
  return { what: `between ${between}, ${state}`, lasts_ms: 1_000 + chance.below(longest), repair: () => link.heal() };
}

async function causeFault(kind: FaultKind, cluster: Cluster, chance: Chance): Promise<Fault> {
  const { apps, databases, pooler, proxy, databaseProxy, etcd } = cluster;
  if (kind === 'server') return killDaemon(chance.pick(apps).daemon, chance);
  if (kind === 'pooler') return killDaemon(pooler, chance);
  if (kind === 'proxy') return killDaemon(chance.pick([proxy, databaseProxy]), chance);
  if (kind === 'etcd leader') return killDaemon((await findEtcdLeader(etcd)) ?? chance.pick(etcd.members), chance);
  if (kind === 'partition') return partition(cluster, chance);
  const primary = await waitForPrimary(cluster);
  if (kind === 'primary') return killDatabase(primary, chance);
  return killDatabase(chance.pick(databases.filter((node) => node !== primary)), chance);
}

/** A fault of the run, with the durations of its effects. */
export interface FaultRecord {
  kind: FaultKind;
  what: string;
  /** Time until the cluster stored writes again. */
  outage_ms: number;
  /** Time until all processes ran again. */
  healed_ms: number;
}

/** Returns each kind of fault `kills` times, in random order. */
export function planFaults(kills: number, chance: Chance): FaultKind[] {
  const remaining = faultKinds.flatMap((kind) => Array.from({ length: kills }, () => kind));
  const plan: FaultKind[] = [];
  while (remaining.length > 0) plan.push(...remaining.splice(chance.below(remaining.length), 1));
  return plan;
}

/** Draws whether a server process is killed together with a fault of this kind. */
const isCombined = (kind: FaultKind, chance: Chance): boolean => kind !== 'server' && chance.happens(0.25);

/** Causes a fault, repairs it, and waits until the cluster is complete again. */
export async function runFault(
  kind: FaultKind,
  cluster: Cluster,
  { chance, prober }: { chance: Chance; prober: Prober },
): Promise<FaultRecord> {
  const serverFault = isCombined(kind, chance) ? await causeFault('server', cluster, chance) : null;
  const fault = await causeFault(kind, cluster, chance);
  const startedAt = Date.now();
  const nextWrite = prober.writtenAfter(startedAt);
  await sleep(fault.lasts_ms);
  fault.repair();
  serverFault?.repair();
  await until(() => cluster.isHealthy(), HEALED_WITHIN_MS, `complete after a fault of ${fault.what}`);
  const healed_ms = Date.now() - startedAt;
  const outage_ms = (await nextWrite) - startedAt;
  return { kind, what: serverFault ? `${fault.what} and ${serverFault.what}` : fault.what, outage_ms, healed_ms };
}

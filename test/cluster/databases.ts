import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { findBinaries } from '../postgres-cluster.ts';
import { Daemon } from './daemon.ts';
import { Relay } from './relay.ts';
import { root, type Workspace } from './workspace.ts';

const NODES = 3;

/** The members of etcd. */
export async function makeEtcd(space: Workspace): Promise<{ members: Daemon[]; ports: number[] }> {
  const [ports, peers] = [await space.ports(NODES), await space.ports(NODES)];
  const all = peers.map((peer, at) => `etcd${at + 1}=http://127.0.0.1:${peer}`).join(',');
  const members = ports.map((port, at) => {
    const name = `etcd${at + 1}`;
    const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers[at]}`];
    const args = [
      ...['--name', name, '--data-dir', join(space.folder, name)],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', all],
      ...['--logger', 'zap', '--log-level', 'warn'],
    ];
    return new Daemon({
      name,
      command: '/usr/bin/etcd',
      args,
      cwd: space.folder,
      log: space.logOf(name),
      as: space.as,
    });
  });
  return { members, ports };
}

/** Returns the member of etcd that is the leader; undefined during an election. */
export async function findEtcdLeader({
  members,
  ports,
}: {
  members: Daemon[];
  ports: number[];
}): Promise<Daemon | undefined> {
  for (const [at, port] of ports.entries()) {
    const reply = await fetch(`http://127.0.0.1:${port}/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(1_000),
    }).catch(() => null);
    if (!reply?.ok) continue;
    const { leader, header } = (await reply.json()) as { leader?: string; header: { member_id: string } };
    if (leader !== undefined && leader === header.member_id) return members[at];
  }
  return undefined;
}

/** A PostgreSQL server and the Patroni that manages it. */
export interface DatabaseNode {
  name: string;
  patroni: Daemon;
  /** Ports of PostgreSQL and of Patroni's REST interface. */
  port: number;
  rest: number;
  /** The network between this node and etcd, and between the other nodes and this PostgreSQL. */
  etcdLink: Relay;
  peerLink: Relay;
  /** Kills PostgreSQL (kill -9), and with `all` also Patroni, as if the machine lost power. */
  kill(all: boolean): Promise<void>;
}

interface PatroniSettings {
  name: string;
  restapi: object;
  etcd3: object;
  postgresql: { authentication: Record<string, { password: string }>; parameters: Record<string, unknown> };
}

/** Returns deploy/patroni.yaml with the addresses of this node. */
function patroniSettings(
  space: Workspace,
  node: Pick<DatabaseNode, 'name' | 'port' | 'rest'>,
  links: number[],
): string {
  const file = readFileSync(join(root, 'deploy/patroni.yaml'), 'utf8').replaceAll('CHANGE_ME', space.password);
  const shipped = parse(file) as PatroniSettings;
  const [etcdLink, peerLink] = links;
  return stringify({
    ...shipped,
    name: node.name,
    restapi: { listen: `127.0.0.1:${node.rest}`, connect_address: `127.0.0.1:${node.rest}` },
    // With use_proxies, Patroni ignores the addresses that etcd reports; connections to them would bypass the relay.
    etcd3: { hosts: `127.0.0.1:${etcdLink}`, use_proxies: true },
    postgresql: {
      ...shipped.postgresql,
      listen: `127.0.0.1:${node.port}`,
      connect_address: `127.0.0.1:${peerLink}`,
      data_dir: join(space.folder, node.name, 'data'),
      bin_dir: findBinaries(),
      pgpass: join(space.folder, node.name, 'pgpass'),
      parameters: {
        unix_socket_directories: space.folder,
        shared_buffers: '64MB',
        // The processes are killed, but never the machine, so nothing has to reach the disk.
        fsync: 'off',
      },
    },
  });
}

function postmasterPid(space: Workspace, name: string): number | null {
  try {
    return Number(readFileSync(join(space.folder, name, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
}

function killPostgres(space: Workspace, name: string): void {
  const pid = postmasterPid(space, name);
  try {
    if (pid !== null && pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}

async function makeNode(space: Workspace, at: number, etcdPorts: readonly number[]): Promise<DatabaseNode> {
  const name = `database${at + 1}`;
  const [port, rest, etcdPort, peerPort] = (await space.ports(4)) as [number, number, number, number];
  space.makeFolder(name);
  const settings = space.write(`${name}.yaml`, patroniSettings(space, { name, port, rest }, [etcdPort, peerPort]));
  const [command, args] = ['/usr/bin/patroni', [settings]];
  const patroni = new Daemon({ name, command, args, cwd: space.folder, log: space.logOf(name), as: space.as });
  const kill = async (all: boolean) => {
    if (all) await patroni.end();
    killPostgres(space, name);
  };
  const [etcdLink, peerLink] = [new Relay(etcdPort, etcdPorts), new Relay(peerPort, [port])];
  return { name, patroni, port, rest, etcdLink, peerLink, kill };
}

export async function makeDatabases(space: Workspace, etcdPorts: readonly number[]): Promise<DatabaseNode[]> {
  const nodes: DatabaseNode[] = [];
  for (let at = 0; at < NODES; at += 1) nodes.push(await makeNode(space, at, etcdPorts));
  return nodes;
}

export interface Member {
  name: string;
  role: string;
  state: string;
}

/** Returns the members of the cluster as Patroni sees them; empty if no Patroni responds. */
export async function readDatabaseMembers(nodes: readonly DatabaseNode[]): Promise<Member[]> {
  for (const { rest, patroni } of nodes) {
    if (!patroni.isRunning) continue;
    const signal = AbortSignal.timeout(2_000);
    const reply = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal }).catch(() => null);
    if (reply?.ok) return ((await reply.json()) as { members: Member[] }).members;
  }
  return [];
}

/** Whether there is a primary with a synchronous replica, and all nodes run. */
export function isComplete(members: readonly Member[]): boolean {
  const count = (role: string) => members.filter((member) => member.role === role).length;
  const isRunning = ({ state }: Member) => state === 'running' || state === 'streaming';
  return members.length === NODES && members.every(isRunning) && count('leader') === 1 && count('sync_standby') >= 1;
}

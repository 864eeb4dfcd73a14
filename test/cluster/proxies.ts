import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon } from './daemon.ts';
import type { DatabaseNode } from './databases.ts';
import { root, type Workspace } from './workspace.ts';

export const DATABASE = 'haversack';

const readDeployFile = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8');

/** Replaces every match of each pattern. Throws for a pattern without a match, because the shipped file has changed. */
function replaceAll(text: string, replacements: readonly [RegExp, string][]): string {
  return replacements.reduce((changed, [pattern, replacement]) => {
    if (!pattern.test(changed)) throw new Error(`the file in deploy/ does not contain ${pattern.source}`);
    return changed.replace(pattern, replacement);
  }, text);
}

function haproxy(space: Workspace, name: string, config: string): Daemon {
  const args = ['-db', '-f', space.write(`${name}.cfg`, config)];
  return new Daemon({
    name,
    command: '/usr/sbin/haproxy',
    args,
    cwd: space.folder,
    log: space.logOf(name),
    as: space.as,
  });
}

/** Returns deploy/haproxy.cfg without TLS, with these ports. */
export function appProxyConfig(port: number, apps: readonly number[]): string {
  const servers = apps.map((app, at) => `  server server${at + 1} 127.0.0.1:${app}`).join('\n');
  return replaceAll(readDeployFile('haproxy.cfg'), [
    // A process may open only as many files as the limits of this machine allow.
    [/^ {2}maxconn 20000$/m, '  maxconn 2000'],
    [/^ {2}ssl-default-bind-options .*\n/m, ''],
    [/^frontend http\n(?: {2}.*\n)+/m, ''],
    [/^ {2}bind :8443 .*$/m, `  bind 127.0.0.1:${port}`],
    [/^ {2}http-request set-header X-Forwarded-Proto https\n/m, ''],
    [/^ {2}log global\n {2}option httplog\n/m, ''],
    [/^ {2}server server1 .*\n {2}server server2 .*$/m, servers],
  ]);
}

/** HAProxy in front of the server processes. */
export const makeAppProxy = (space: Workspace, port: number, apps: readonly number[]): Daemon =>
  haproxy(space, 'proxy', appProxyConfig(port, apps));

type ProxyPorts = { primary: number; replicas: number };
type Node = Pick<DatabaseNode, 'name' | 'port' | 'rest'>;

/** Returns deploy/haproxy-database.cfg with these ports. */
export function databaseProxyConfig(ports: ProxyPorts, nodes: readonly Node[]): string {
  const servers = nodes
    .map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}\n`)
    .join('');
  return replaceAll(readDeployFile('haproxy-database.cfg'), [
    [/^ {2}bind :5000$/m, `  bind 127.0.0.1:${ports.primary}`],
    [/^ {2}bind :5001$/m, `  bind 127.0.0.1:${ports.replicas}`],
    [/(?:^ {2}server database\d .*\n)+/gm, servers],
  ]);
}

/** HAProxy in front of the databases. */
export const makeDatabaseProxy = (space: Workspace, ports: ProxyPorts, nodes: readonly Node[]): Daemon =>
  haproxy(space, 'database-proxy', databaseProxyConfig(ports, nodes));

/** Returns deploy/pgbouncer.ini with these ports. */
export function poolerConfig(port: number, primary: number, users: string): string {
  return replaceAll(readDeployFile('pgbouncer.ini'), [
    [/^haversack = host=127.0.0.1 port=5000 /m, `${DATABASE} = host=127.0.0.1 port=${primary} `],
    [/^listen_port = 6432$/m, `listen_port = ${port}`],
    [/^auth_file = .*$/m, `auth_file = ${users}\nunix_socket_dir =`],
  ]);
}

export function makePooler(space: Workspace, port: number, primary: number): Daemon {
  const users = space.write('userlist.txt', `"${DATABASE}" "${space.password}"\n`);
  const args = [space.write('pgbouncer.ini', poolerConfig(port, primary, users))];
  const [name, command] = ['pooler', '/usr/sbin/pgbouncer'];
  return new Daemon({ name, command, args, cwd: space.folder, log: space.logOf(name), as: space.as });
}

export const urlOf = ({ password }: Workspace, port: number): string =>
  `postgres://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}`;

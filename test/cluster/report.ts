import { readFileSync } from 'node:fs';
import type { Cluster } from './cluster.ts';
import { faultKinds, type FaultRecord } from './faults.ts';
import type { Prober } from './prober.ts';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function printFault({ kind, what, outage_ms, healed_ms }: FaultRecord, remaining: number): void {
  print(
    `${kind}: ${what}; next write after ${seconds(outage_ms)} s, complete after ${seconds(healed_ms)} s; ${remaining} left`,
  );
}

/** Prints how long nothing could be written after each kind of fault. */
export function printOutages(records: readonly FaultRecord[]): void {
  print('\nfault          times  seconds until the next write: median, p95, longest');
  for (const kind of faultKinds) {
    const outages = records.filter((record) => record.kind === kind).map(({ outage_ms }) => outage_ms);
    const [median, p95] = [quantile(outages, 0.5), quantile(outages, 0.95)];
    const figures = [median, p95, Math.max(0, ...outages)].map((ms) => seconds(ms).padStart(6)).join(' ');
    print(`${kind.padEnd(14)} ${String(outages.length).padStart(5)}  ${figures}`);
  }
}

/** A server that finds no primary when it starts logs this line and exits. Its supervisor starts it again. */
const NO_DATABASE = /^Cannot use DATABASE_URL/gm;

/** Returns the problems of the processes that must never occur: crashes, and errors in the logs of the servers. */
export function processFaults({ apps, pooler, proxy, databaseProxy, etcd, space }: Cluster): string[] {
  const daemons = [...apps.map(({ daemon }) => daemon), pooler, proxy, databaseProxy, ...etcd.members];
  const crashes = daemons.flatMap((daemon) => {
    const expected = readFileSync(space.logOf(daemon.name), 'utf8').match(NO_DATABASE)?.length ?? 0;
    return daemon.crashes > expected ? [`${daemon.name} ended by itself ${daemon.crashes - expected} times`] : [];
  });
  const errors = apps.flatMap(({ daemon }) =>
    readFileSync(space.logOf(daemon.name), 'utf8')
      .split('\n')
      .filter((line) => /"level":(50|60)/.test(line))
      .map((line) => `${daemon.name} logged ${line.slice(0, 600)}`),
  );
  return [...crashes, ...errors];
}

export function printFailures({ failures }: Prober): void {
  const counts = [...failures].map(([name, count]) => `${name} ${count}`).join(', ');
  print(`attempts of the test client that failed and were repeated: ${counts || 'none'}`);
}

const MAX_PRINTED = 20;

export function printViolations(violations: readonly string[]): void {
  for (const violation of violations.slice(0, MAX_PRINTED)) print(violation);
  if (violations.length > MAX_PRINTED) print(`… and ${violations.length - MAX_PRINTED} more`);
}

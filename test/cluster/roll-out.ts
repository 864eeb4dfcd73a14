import { setTimeout as sleep } from 'node:timers/promises';
import { callNamed } from '../../contract/api-calls/index.ts';
import { isReady, until, type Cluster } from './cluster.ts';
import { Prober } from './prober.ts';
import { print } from './report.ts';
import { root } from './workspace.ts';

const READY_WITHIN_MS = 60_000;
/** Duration of the load before the first and after the last restart. */
const AROUND_MS = 2_000;

/** Pulls again and again without a pause. Every response other than a success counts as a failure. */
class Puller {
  requests = 0;
  readonly failures: string[] = [];
  readonly #url: string;
  readonly #token: string;
  #isRunning = true;
  readonly #running: Promise<void>;

  constructor(base: string, token: string) {
    this.#url = `${base}${callNamed('sync.changes').path}?p0=0&p1=0&limit=5`;
    this.#token = token;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      this.requests += 1;
      try {
        const reply = await fetch(this.#url, { headers: { authorization: `Bearer ${this.#token}` } });
        if (!reply.ok) this.failures.push(`${reply.status} ${(await reply.text()).slice(0, 200)}`);
        else await reply.arrayBuffer();
      } catch (error) {
        this.failures.push(String((error as Error).cause ?? error));
      }
    }
  }
}

export interface RollOut {
  /** The test clients whose writes must be stored. */
  probers: Prober[];
  violations: string[];
}

/**
 * Replaces one server process after the other with one of this version, while each person writes and reads without a
 * pause.
 */
export async function rollOut(cluster: Cluster, tokens: readonly string[]): Promise<RollOut> {
  const probers = tokens.map((token) => new Prober(cluster.url, token));
  for (const prober of probers) prober.start();
  const pullers = tokens.map((token) => new Puller(cluster.url, token));
  await sleep(AROUND_MS);
  const stopTimes: number[] = [];
  for (const app of cluster.apps) {
    const stoppedAt = Date.now();
    await app.daemon.end('SIGTERM');
    stopTimes.push((Date.now() - stoppedAt) / 1000);
    app.daemon.change({ cwd: root });
    app.daemon.start();
    await until(() => isReady(app), READY_WITHIN_MS, `${app.daemon.name} is ready`);
  }
  await sleep(AROUND_MS);
  await Promise.all([...probers, ...pullers].map((client) => client.stop()));
  const writes = probers.reduce((total, { acknowledged }) => total + acknowledged.length, 0);
  const reads = pullers.reduce((total, { requests }) => total + requests, 0);
  const failures = [
    ...pullers.flatMap((puller) => puller.failures),
    ...probers.flatMap((prober) => [...[...prober.failures].map(([name, count]) => `${name} ${count} times`)]),
  ];
  print(
    `roll-out: ${writes} writes and ${reads} reads, ${failures.length} failed; longest stop ${Math.max(...stopTimes).toFixed(1)} s`,
  );
  return { probers, violations: failures.map((failure) => `roll-out: a request failed: ${failure}`) };
}

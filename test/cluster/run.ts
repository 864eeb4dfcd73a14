import { parseArgs } from 'node:util';
import { openCluster, startApps, type Cluster } from './cluster.ts';
import { faultKinds } from './faults.ts';
import { main, randomSeed } from './main.ts';
import { ensurePackages } from './packages.ts';
import { makePeople, openPrimary, tokenOf } from './people.ts';
import { buildPrevious, type PreviousBuild } from './previous-build.ts';
import { print } from './report.ts';
import { rollOut } from './roll-out.ts';
import { runStorm, type StormOptions } from './storm.ts';

// `npm run test:cluster -- --kills 30 --writes 20000 --seed S --only primary,pooler`: runs the built product with
// Patroni, etcd, HAProxy and PgBouncer, kills each part many times while devices write, and checks that nothing is
// lost.

/** One person for the test client, and four with two devices each. */
const PEOPLE = 5;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    writes: { type: 'string' },
    seed: { type: 'string', default: randomSeed() },
    only: { type: 'string', default: '' },
    previous: { type: 'string' },
  },
});

function options(): Omit<StormOptions, 'earlier'> {
  const kills = Number(values.kills);
  const names = values.only.split(',').filter((name) => name !== '');
  const only = names.map((name) => {
    const kind = faultKinds.find((known) => known === name);
    if (!kind) throw new Error(`--only: unknown kind ${name}; known are ${faultKinds.join(', ')}`);
    return kind;
  });
  return { kills, writes: Number(values.writes ?? Math.min(20_000, kills * 700)), seed: Number(values.seed), only };
}

/** The stages: a roll-out from the previous version to this one, and then the faults. */
async function runStages(cluster: Cluster, chosen: Omit<StormOptions, 'earlier'>): Promise<string[]> {
  const db = openPrimary(cluster);
  try {
    const people = await makePeople(db, PEOPLE);
    const { probers, violations } = await rollOut(
      cluster,
      await Promise.all(people.slice(1).map((person) => tokenOf(cluster, person))),
    );
    return [...violations, ...(await runStorm(cluster, db, people, { ...chosen, earlier: probers }))];
  } finally {
    await db.destroy();
  }
}

async function run(chosen: Omit<StormOptions, 'earlier'>, previous: PreviousBuild): Promise<string[]> {
  const startedAt = Date.now();
  const cluster = await openCluster();
  const stopOnSignal = (): void => {
    previous.remove();
    void cluster.stop().then(() => process.exit(1));
  };
  process.on('SIGINT', stopOnSignal);
  process.on('SIGTERM', stopOnSignal);
  let violations: string[] = ['the run did not end'];
  try {
    for (const { daemon } of cluster.apps) daemon.change({ cwd: previous.folder });
    await startApps(cluster);
    print(`the cluster runs after ${((Date.now() - startedAt) / 1000).toFixed(1)} s in ${cluster.space.folder}`);
    violations = await runStages(cluster, chosen);
    return violations;
  } finally {
    await cluster.stop({ keepsLogs: violations.length > 0 });
  }
}

await main(Number(values.seed), async () => {
  const chosen = options();
  print(`each of ${faultKinds.length} kinds of faults ${chosen.kills} times, ${chosen.writes} writes`);
  ensurePackages(print);
  const previous = buildPrevious(values.previous);
  print(`built ${previous.commit.slice(0, 8)}, from which this version is rolled out`);
  return run(chosen, previous).finally(previous.remove);
});

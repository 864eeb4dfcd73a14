import type { Db, User } from '../../server/db/tables.ts';
import { Chance } from '../simulation/rng.ts';
import { checkMirrors, checkStored } from './checks.ts';
import { until, type Cluster } from './cluster.ts';
import { planFaults, runFault, type FaultKind, type FaultRecord } from './faults.ts';
import { tokenOf } from './people.ts';
import { Phone } from './phones.ts';
import { Prober } from './prober.ts';
import { countOf, emptyQueues } from './queues.ts';
import { print, printFailures, printFault, printOutages, processFaults } from './report.ts';

/** Each person has two devices, which both write. */
const DEVICES = 2;
/**
 * Pauses after each write of a device and of the test client. They are so long that nobody reaches a daily limit within
 * 3 h.
 */
const PAUSE_MS = { device: 1_200, client: 600 };
const WRITES_TIMEOUT_MS = 3_600_000;

export interface StormOptions {
  /** How often each kind of fault occurs. */
  kills: number;
  /** How many writes the server must have acknowledged. */
  writes: number;
  seed: number;
  only: readonly FaultKind[];
  /** Test clients of an earlier stage, whose writes are checked too. */
  earlier: readonly Prober[];
}

async function openPhones(cluster: Cluster, people: readonly User[], chance: Chance): Promise<Phone[]> {
  const phones: Phone[] = [];
  for (const [index, person] of people.entries())
    for (let device = 1; device <= DEVICES; device += 1)
      phones.push(
        await Phone.open(cluster.url, person, `phone ${index + 1}.${device}`, new Chance(chance.below(2 ** 31))),
      );
  return phones;
}

async function runFaults(
  cluster: Cluster,
  prober: Prober,
  chance: Chance,
  options: StormOptions,
): Promise<FaultRecord[]> {
  const plan = planFaults(options.kills, chance).filter(
    (kind) => options.only.length === 0 || options.only.includes(kind),
  );
  const records: FaultRecord[] = [];
  for (const [index, kind] of plan.entries()) {
    const record = await runFault(kind, cluster, { chance, prober });
    records.push(record);
    printFault(record, plan.length - index - 1);
  }
  return records;
}

const epochOf = async (db: Db): Promise<string> =>
  (await db.selectFrom('sync_counter').select('epoch').where('scope', '=', 'main').executeTakeFirstOrThrow()).epoch;

/**
 * Lets devices write while parts of the cluster are killed, and then checks that every acknowledged write is stored
 * once and that all devices have the rows of the server. Returns the violations.
 */
export async function runStorm(
  cluster: Cluster,
  db: Db,
  people: readonly User[],
  options: StormOptions,
): Promise<string[]> {
  const chance = new Chance(options.seed);
  const [observer, ...writers] = people;
  const epoch = await epochOf(db);
  const phones = await openPhones(cluster, writers, chance);
  const prober = new Prober(cluster.url, await tokenOf(cluster, observer!), PAUSE_MS.client);
  prober.start();
  for (const phone of phones) phone.startWriting(PAUSE_MS.device);
  const records = await runFaults(cluster, prober, chance, options);
  const isEnough = async () => (await countOf(phones, 'acknowledged')) + prober.acknowledged.length >= options.writes;
  await until(isEnough, WRITES_TIMEOUT_MS, `${options.writes} writes are acknowledged`);
  await Promise.all(phones.map((phone) => phone.stopWriting()));
  await prober.stop();
  const unsent = await emptyQueues(phones);
  const { acknowledged, violations } = await checkStored(
    { db, scope: 'main' },
    { phones, probers: [prober, ...options.earlier] },
  );
  violations.push(...(await checkMirrors(phones, cluster.url)));
  for (const { client } of phones) await client.close();
  printOutages(records);
  printFailures(prober);
  if ((await epochOf(db)) !== epoch) print('the servers began a new epoch');
  const unexpectedReplies = prober.unexpectedReplies.map((reply) => `the test client received ${reply}`);
  const all = [...unsent, ...violations, ...unexpectedReplies, ...processFaults(cluster)];
  print(`${acknowledged} acknowledged writes, ${all.length} violations`);
  return all;
}

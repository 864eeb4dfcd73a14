import { parseArgs } from 'node:util';
import { checkMirrors, checkStored } from '../cluster/checks.ts';
import { until } from '../cluster/cluster.ts';
import { main, randomSeed } from '../cluster/main.ts';
import { makePeople } from '../cluster/people.ts';
import { Phone } from '../cluster/phones.ts';
import { countOf, emptyQueues } from '../cluster/queues.ts';
import { print } from '../cluster/report.ts';
import { Workspace } from '../cluster/workspace.ts';
import { Chance } from '../simulation/rng.ts';
import { compareBackup } from './compare.ts';
import { openEmbedded } from './embedded.ts';
import { TestedServer, type Installation } from './installation.ts';
import { openPostgres } from './postgres.ts';

// `npm run test:restore -- --seed S`: makes a backup of the embedded database and of PostgreSQL while devices write,
// compares it with the original, restores it as a second installation, and lets the devices, which are ahead of it,
// send again what it has lost.

const { values } = parseArgs({
  options: { seed: { type: 'string', default: randomSeed() } },
});

const PEOPLE = 2;
const DEVICES = 2;
const PAUSE_MS = 40;
/**
 * Number of writes that are acknowledged before the backup. The same number is acknowledged after it, and again the
 * same number is made while no server runs.
 */
const WRITES = 150;
const WRITTEN_WITHIN_MS = 120_000;

async function openPhones(installation: Installation, server: TestedServer, chance: Chance): Promise<Phone[]> {
  const { db, close } = await installation.openEmpty();
  const people = await makePeople(db, PEOPLE);
  await close();
  await server.start(installation.settings);
  const phones: Phone[] = [];
  for (const person of people)
    for (let device = 0; device < DEVICES; device += 1)
      phones.push(
        await Phone.open(server.url, person, `phone ${phones.length + 1}`, new Chance(chance.below(2 ** 31))),
      );
  return phones;
}

/** Makes a backup and then kills the server, while the devices keep writing. Returns what differs in the backup. */
async function loseServer(
  installation: Installation,
  server: TestedServer,
  phones: readonly Phone[],
): Promise<string[]> {
  const waitForCount = (what: 'unsent' | 'acknowledged', count: number) =>
    until(async () => (await countOf(phones, what)) >= count, WRITTEN_WITHIN_MS, `${count} writes are ${what}`);
  for (const phone of phones) phone.startWriting(PAUSE_MS);
  await waitForCount('acknowledged', WRITES);
  await installation.backUp();
  const inBackup = await countOf(phones, 'acknowledged');
  await waitForCount('acknowledged', inBackup + WRITES);
  await server.kill();
  const acknowledged = await countOf(phones, 'acknowledged');
  await waitForCount('unsent', WRITES);
  await Promise.all(phones.map((phone) => phone.stopWriting()));
  print(
    `about ${inBackup} writes acknowledged before the backup, ${acknowledged - inBackup} after it, ${await countOf(phones, 'unsent')} unsent`,
  );
  const { original, backup } = await installation.openBoth();
  const { rows, differences } = await compareBackup(original.db, backup.db);
  await original.close();
  await backup.close();
  print(`backup: ${rows} rows, ${differences.length} differences`);
  return differences;
}

async function testRestore(space: Workspace, installation: Installation, chance: Chance): Promise<string[]> {
  print(`\n${installation.name}`);
  const server = new TestedServer(space, await space.port());
  try {
    const phones = await openPhones(installation, server, chance);
    const differences = await loseServer(installation, server, phones);
    await installation.restore();
    await server.start(installation.restored);
    const unsent = await emptyQueues(phones);
    const problems = [...differences, ...unsent, ...(await checkMirrors(phones, server.url))];
    await server.kill();
    const { db, close } = await installation.openRestored();
    const { acknowledged, violations } = await checkStored({ db, scope: 'main' }, { phones, probers: [] });
    await close();
    for (const { client } of phones) await client.close();
    print(`${acknowledged} acknowledged writes, ${problems.length + violations.length} violations`);
    return [...problems, ...violations];
  } finally {
    await server.kill();
    await installation.close();
  }
}

async function run(seed: number): Promise<string[]> {
  const space = new Workspace('restore');
  try {
    const chance = new Chance(seed);
    const violations = await testRestore(space, openEmbedded(space), chance);
    return [...violations, ...(await testRestore(space, await openPostgres(space), chance))];
  } finally {
    space.remove(false);
  }
}

await main(Number(values.seed), run);

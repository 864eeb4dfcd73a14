import type { Fault } from '../e2e/helpers/proxy-faults.ts';
import { tableRows, tryLogIn } from '../e2e/helpers/phone.ts';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import { writeKinds, type CountEffects } from './fault-kinds.ts';
import { emptyLine, type ResultLine } from './table.ts';
import { waitUntilDrained, waitUntil, WRITER, type WaitingWrite, type World } from './world.ts';

/** The guarantee of the product: within this time after the network recovers, all writes are sent. */
export const RECOVERS_WITHIN_MS = 30_000;
const FAULT_APPLIED_WITHIN_MS = 12_000;

const sends = ['/api/sync/push', '/api/sync/blobs'];
/** Paths of the requests that a fault affects, by round: mostly pushes, then all sync calls, then all API calls. */
const targets: readonly (readonly string[])[] = [sends, sends, sends, ['/api/sync/'], ['/api/']];

/**
 * How thorough a run is. The quick mode applies a fault one time, and then immediately reports that the network is
 * back.
 */
export interface Thoroughness {
  rounds: number;
  isQuick?: boolean;
}

interface Round {
  effects: { name: string; count: number }[];
  heal_ms: number;
}

/** Determines which requests fail in this round, and how often. */
function spoil({ network }: World, fault: Fault, round: number, { isQuick = false }: Thoroughness): void {
  const paths = targets[round % targets.length] ?? sends;
  // After the first 401 the token is refreshed. If the refresh also fails with 401, the person must log in again.
  if (fault === 'status_401')
    network.spoil([...sends, ...(round % 2 === 1 ? ['/api/accounts/refresh/'] : [])], fault, 2);
  else network.spoil(paths, fault, isQuick ? 1 : 2 + (round % 2));
}

async function waitForFault(
  { network, page }: World,
  fault: Fault,
  before: number,
  { isQuick }: Thoroughness,
): Promise<void> {
  const isOver = async (): Promise<boolean> =>
    network.hits(fault) >= before + (isQuick ? 1 : 2) ||
    (network.hits(fault) > before && (await tableRows<WaitingWrite>(page, 'outbox')).length === 0);
  await waitUntil(isOver, FAULT_APPLIED_WITHIN_MS, `${fault} strikes`);
}

async function logInAgain(page: World['page']): Promise<void> {
  const form = page.getByRole('button', { name: 'Log in', exact: true });
  if (!(await form.isVisible())) return;
  await tryLogIn(page, `${WRITER}@example.org`, DEMO_PASSWORD);
  await form.waitFor({ state: 'hidden' });
}

/**
 * Makes one write of each kind. In half of the rounds, the writes are made offline and then sent while the fault is
 * active; in the other half, they are made while the fault is active.
 */
async function runRound(world: World, fault: Fault, round: number, care: Thoroughness): Promise<Round> {
  const { network, page, context, client } = world;
  const before = network.hits(fault);
  // A logged-out person cannot write, so make the writes before this fault.
  const isOffline = round % 2 === 0 || fault === 'status_401';
  if (isOffline) await context.setOffline(true);
  else spoil(world, fault, round, care);
  const made: { name: string; effects: CountEffects }[] = [];
  for (const kind of writeKinds) {
    made.push({ name: kind.name, effects: await kind.write(page, `${fault} ${round} ${kind.name} ${Date.now()}`) });
  }
  if (isOffline) {
    spoil(world, fault, round, care);
    await context.setOffline(false);
  }
  await waitForFault(world, fault, before, care);
  network.heal();
  if (care.isQuick) await page.evaluate(() => dispatchEvent(new Event('online')));
  const heal_ms = await waitUntilDrained(page, RECOVERS_WITHIN_MS, () => logInAgain(page));
  const effects = [];
  for (const { name, effects: count } of made) effects.push({ name, count: await count(client) });
  return { effects, heal_ms };
}

/** Runs all rounds of one fault and summarises them. After a failed round, no further rounds of this fault are run. */
export async function runFaultRounds(world: World, fault: Fault, care: Thoroughness): Promise<ResultLine> {
  const startedAt = performance.now();
  const line = emptyLine(fault);
  try {
    for (let round = 0; round < care.rounds; round += 1) {
      const { effects, heal_ms } = await runRound(world, fault, round, care);
      line.rounds += 1;
      line.slowest_s = Math.max(line.slowest_s, heal_ms / 1000);
      for (const { name, count } of effects) {
        line.writes += 1;
        line.effects += count;
        if (count === 0) line.lost += 1;
        if (count > 1) line.doubled += 1;
        if (count !== 1) line.faults.push(`round ${round}: ${name} took effect ${count} times`);
      }
    }
  } catch (error) {
    line.faults.push(`round ${line.rounds}: ${error instanceof Error ? error.message : String(error)}`);
    world.network.heal();
    await world.context.setOffline(false);
  }
  line.seconds = (performance.now() - startedAt) / 1000;
  return line;
}

import { planYear } from './actions.ts';
import { checkMember } from './checks.ts';
import { checkYear } from './final-checks.ts';
import { reconcile } from './timers.ts';
import { DAY, HOUR } from './provider-faults.ts';
import type { YearServer } from './year-server.ts';
import { YearWorld, type Violation, type YearOptions } from './world.ts';

/**
 * Number of days for which the server continues to run after the year, so that late webhooks arrive and open payments
 * are closed.
 */
const AFTERMATH_DAYS = 5;

export interface YearOutcome {
  seed: number;
  violations: Violation[];
  /** Number of simulated events. */
  events: number;
  /** Number of purchase requests. */
  taps: number;
  /** Number of refunds. */
  refunds: number;
  /** Number of all charges. */
  charges: number;
  /** Number of charges at the dates of recurring donations. */
  donations: number;
  /** Hash of the trace. Two runs with the same events have the same hash. */
  hash: string;
  /**
   * The trace. After a violation, it contains only the lines about the member concerned. Without a violation, it is
   * empty unless it was requested.
   */
  story: string[];
}

/**
 * Days in the first year of a process on which the statistics of the database are updated, because the tables then have
 * typical sizes.
 */
const ANALYZED_ON_DAYS = [10, 60];
const analyzed = new WeakSet<YearServer>();

function planAnalysis({ agenda, server }: YearWorld): void {
  if (analyzed.has(server)) return;
  analyzed.add(server);
  for (const day of ANALYZED_ON_DAYS) agenda.after(day * DAY, () => server.analyze());
}

/** Simulates the year of a seed. The year ends early at the first violation. */
export async function simulateYear(
  server: YearServer,
  options: YearOptions & { withTrace?: boolean },
): Promise<YearOutcome> {
  const world = new YearWorld(server, options);
  const isOver = () => world.violations.length > 0;
  await world.open(options.members, async () => {
    for (const member of world.touched) await checkMember(world, member);
    world.touched.clear();
  });
  planYear(world);
  planAnalysis(world);
  await world.agenda.runUntil(world.end, isOver);
  world.note('the year and its faults end');
  world.faults.end();
  world.schedule(0, () => reconcile(world));
  world.schedule((AFTERMATH_DAYS - 1) * DAY + HOUR, () => reconcile(world));
  await world.agenda.runUntil(world.end + AFTERMATH_DAYS * DAY, isOver);
  if (!isOver()) await checkYear(world);
  const { counts, provider, violations, trace } = world;
  const [first] = violations;
  const charges = provider.payments.filter(({ state }) => state === 'succeeded' || state === 'refunded');
  return {
    ...{ seed: options.seed, violations, events: counts.events, taps: counts.taps, refunds: counts.refunds },
    charges: charges.length,
    donations: charges.filter(({ intent }) => intent.purpose === 'donation' && intent.is_off_session).length,
    hash: trace.hash(),
    story: first ? world.storyOf(first.user_id) : options.withTrace ? trace.lines : [],
  };
}

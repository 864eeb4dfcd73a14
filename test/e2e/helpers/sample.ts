import { createHash } from 'node:crypto';

// `npm run test:e2e` runs all browser tests. `npm test` has ten minutes, so it runs the files that check the main
// promises of the product each time, and of the other files a sample that is drawn from the commit.

/** Files that `npm test` always runs: no write is lost, hidden or sent twice, and nobody sees the data of others. */
export const alwaysRun = [
  'comments',
  'disk',
  'drain',
  'faults',
  'install',
  'leads',
  'login',
  'logout',
  'push',
  'tabs',
  'tasks',
  'two-people',
  'update',
] as const;

/** The other files with their duration in seconds, measured in `npm test` on two cores. */
export const sampledSeconds: Readonly<Record<string, number>> = {
  accounts: 47,
  admin: 20,
  axe: 45,
  books: 63,
  calendar: 16,
  calls: 46,
  'card-donations': 20,
  'contact-merge': 30,
  day: 4,
  donations: 16,
  downloads: 60,
  employees: 48,
  'floating-button': 30,
  flows: 52,
  frame: 6,
  gates: 19,
  help: 16,
  imports: 12,
  inbox: 3,
  keyboard: 12,
  'keyboard-day': 25,
  landing: 1,
  'landing-forms': 8,
  news: 5,
  'no-indexeddb': 10,
  partners: 9,
  'saved-views': 10,
  'screens-learner': 71,
  'screens-staff': 63,
  shifts: 40,
  subscription: 24,
  swipe: 15,
  taps: 25,
  team: 4,
  tickets: 22,
  'view-as': 9,
};

/** Seconds of the sample. */
const SAMPLE_SECONDS = 80;

const order = (seed: string, file: string): string => createHash('sha256').update(`${seed} ${file}`).digest('hex');

/** Returns the files of the sample for a seed: in a random order, each file that still fits into the time. */
export function drawSample(seed: string): string[] {
  const files = Object.keys(sampledSeconds).sort((a, b) => (order(seed, a) < order(seed, b) ? -1 : 1));
  let left = SAMPLE_SECONDS;
  return files.filter((file) => {
    const seconds = sampledSeconds[file] ?? 0;
    if (seconds > left) return false;
    left -= seconds;
    return true;
  });
}

/** Returns the patterns of the files that a run with this seed leaves out. A run without a seed leaves out none. */
export function leftOut(seed: string | undefined): string[] {
  if (seed === undefined) return [];
  const sample = new Set(drawSample(seed));
  return Object.keys(sampledSeconds)
    .filter((file) => !sample.has(file))
    .map((file) => `**/${file}.spec.ts`);
}

import { createHash } from 'node:crypto';

// `npm run test:e2e` runs all browser tests. `npm test` must take at most ten minutes, so it always runs the files that
// check the main guarantees of the product, and a sample of the other files that depends on the commit.

/**
 * Files that `npm test` always runs. They check that no write is lost, hidden or sent twice, and that nobody sees the
 * data of others.
 */
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

/** Duration of each of the other files in seconds, measured in `npm test` on two cores. */
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
  'early-keys': 15,
  employees: 48,
  'floating-button': 30,
  flows: 52,
  'foreign-api': 75,
  frame: 20,
  gates: 19,
  help: 16,
  imports: 12,
  inbox: 3,
  'keyboard-day': 40,
  'keyboard-desk': 40,
  landing: 1,
  'landing-forms': 8,
  'last-screen': 20,
  news: 5,
  'no-indexeddb': 10,
  overlays: 40,
  partners: 9,
  'saved-views': 10,
  'screens-learner': 71,
  'screens-staff': 63,
  shifts: 40,
  'static-login': 25,
  statistics: 20,
  subscription: 24,
  swipe: 15,
  taps: 25,
  team: 4,
  tickets: 22,
  'view-as': 9,
  'view-as-screens': 34,
};

/** Maximum total duration of the sample. */
const SAMPLE_SECONDS = 80;

const order = (seed: string, file: string): string => createHash('sha256').update(`${seed} ${file}`).digest('hex');

/**
 * Returns the files of the sample for a seed: it takes the files in a random order and adds each file that still fits
 * into the maximum duration.
 */
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

/** Returns the patterns of the files that a run with this seed leaves out. Without a seed, no file is left out. */
export function excludedPatterns(seed: string | undefined): string[] {
  if (seed === undefined) return [];
  const sample = new Set(drawSample(seed));
  return Object.keys(sampledSeconds)
    .filter((file) => !sample.has(file))
    .map((file) => `**/${file}.spec.ts`);
}

import type { StepName } from './write-steps.ts';

/**
 * `first` uses only the kinds of writes that the first version of the app had. Schedules with these writes stay the
 * same when kinds of writes are added.
 */
export type WriteSet = 'first' | 'all';

type Weights = Record<StepName | 'undo' | 'resolve', number>;

/** The owner of the third device in a schedule, and the frequency of each step. */
export interface Scenario {
  third: 'olga' | 'lena';
  employeeWeights: Weights;
  learnerWeights: Weights;
  isFirstVersion: boolean;
  /** Whether the server may be restored from a backup. */
  hasRestores: boolean;
  /** Whether new leads arrive in the pool. */
  hasArrivals: boolean;
  /**
   * Number of comments of each thread that devices mirror; null if there are never more than that. In a scenario with a
   * number, another person comments too, and comments are deleted.
   */
  commentWindow: number | null;
}

/** Number of mirrored comments per thread in scenarios in which devices do not mirror all comments. */
const FEW_COMMENTS = 2;

const noLaterWrites = { people: 0, ticket: 0, request: 0, read: 0, profile: 0, follow: 0, donation: 0, flow: 0 };
const first: Weights = {
  comment: 3,
  lesson: 2,
  task: 5,
  contact: 8,
  settings: 1,
  undo: 1,
  resolve: 3,
  ...noLaterWrites,
};
const all: Weights = { ...first, people: 4, ticket: 4, request: 2, read: 2, profile: 2, follow: 1, donation: 2 };

/** Landing pages are the main activity of every n-th scenario. The other scenarios have no landing pages. */
const FLOWS_EVERY = 5;

/** The main activity of a scenario, which makes several people work on the same records. */
const themes: Partial<Weights>[] = [
  { contact: 20 },
  { people: 20, profile: 6 },
  { ticket: 20, request: 14 },
  { task: 25, follow: 6 },
  { people: 8, donation: 20 },
  { comment: 15, lesson: 6, read: 12 },
];

export function scenarioOf(seed: number, writeSet: WriteSet = 'all'): Scenario {
  if (writeSet === 'first')
    return {
      third: 'olga',
      employeeWeights: first,
      learnerWeights: first,
      isFirstVersion: true,
      hasRestores: false,
      hasArrivals: false,
      commentWindow: null,
    };
  const theme: Partial<Weights> | undefined =
    seed % FLOWS_EVERY === 2 ? { flow: 40 } : themes[Math.floor(seed / 3) % themes.length];
  const employeeWeights = { ...all, ...theme };
  const third = seed % 3 === 0 ? 'lena' : 'olga';
  return {
    third,
    employeeWeights,
    learnerWeights: { ...employeeWeights, people: 0, ticket: 0, follow: 0, read: 6 },
    isFirstVersion: false,
    hasRestores: seed % 4 === 1,
    hasArrivals: theme?.people !== undefined,
    commentWindow: theme?.comment === undefined ? null : FEW_COMMENTS,
  };
}

import { checkTimes } from '../../../contract/states/task.ts';
import { Refused } from '../../../contract/errors.ts';
import type { TaskResult } from '../../../contract/values.ts';
import type { FollowUpChoice } from '../../components/task/follow-up-times.ts';
import { iso } from '../../lib/ports.ts';

/** The answers about a call that were given so far, which may be incomplete. */
export interface CallOutcome {
  result: TaskResult | '';
  /** Minutes and seconds as typed; both are empty if the duration is unknown. */
  minutes: string;
  seconds: string;
  note: string;
  follow: FollowUpChoice;
  /** Time of the follow-up as an instant; empty if there is none. */
  follow_up_at: string;
  /** Whether the follow-up was suggested because of the result. If so, changing the result removes it. */
  is_preset: boolean;
}

export const emptyOutcome: CallOutcome = {
  result: '',
  minutes: '',
  seconds: '',
  note: '',
  follow: 'none',
  follow_up_at: '',
  is_preset: false,
};

/** Maximum duration, 12 h. A user who was away for longer was not on the phone all the time. */
export const MAX_DURATION_S = 43_200;

/** Returns the seconds between leaving the app and returning to it; null if they cannot be the duration of a call. */
export function estimateCallSeconds(left: number, back: number): number | null {
  const seconds = Math.round((back - left) / 1000);
  return seconds >= 0 && seconds <= MAX_DURATION_S ? seconds : null;
}

/** Returns a duration as the values of the fields for minutes and seconds. */
export function durationFields(seconds: number | null): Pick<CallOutcome, 'minutes' | 'seconds'> {
  if (seconds === null) return { minutes: '', seconds: '' };
  return { minutes: String(Math.floor(seconds / 60)), seconds: String(seconds % 60) };
}

/** Returns the duration typed as minutes and seconds, in seconds; 0 if both are empty, null if either is invalid. */
export function durationSeconds({ minutes, seconds }: Pick<CallOutcome, 'minutes' | 'seconds'>): number | null {
  const parseNumber = (text: string): number => (/^\d{0,4}$/.test(text.trim()) ? Number(text) : Number.NaN);
  const [m, s] = [parseNumber(minutes), parseNumber(seconds)];
  const all = m * 60 + s;
  return s < 60 && all <= MAX_DURATION_S ? all : null;
}

/** Sets the follow-up that the user chose. */
export const withFollowUp = (outcome: CallOutcome, follow: FollowUpChoice, at: string): CallOutcome => ({
  ...{ ...outcome, follow, is_preset: false },
  follow_up_at: follow === 'none' ? '' : at,
});

/**
 * Sets the result of a call. For a call-back request, suggests the follow-up at `call_back_at`, unless another time was
 * chosen.
 */
export function withResult(outcome: CallOutcome, result: TaskResult, call_back_at: string): CallOutcome {
  const chosen = { ...outcome, result };
  if (result === 'call_back' && outcome.follow === 'none')
    return { ...withFollowUp(chosen, 'tomorrow', call_back_at), is_preset: true };
  if (result !== 'call_back' && outcome.is_preset) return withFollowUp(chosen, 'none', '');
  return chosen;
}

/** Error codes by field. */
export interface OutcomeErrors {
  result?: string;
  length?: string;
  note?: string;
  follow_up?: string;
}

const MAX_NOTE_CHARS = 4000;

function followUpError({ follow, follow_up_at }: CallOutcome, now: number): string | undefined {
  if (follow === 'none') return undefined;
  if (follow_up_at === '') return 'start_required';
  if (Date.parse(follow_up_at) <= now) return 'start_in_past';
  try {
    checkTimes({ start_at: follow_up_at, end_at: follow_up_at }, iso(now));
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
}

export function outcomeErrors(outcome: CallOutcome, now: number): OutcomeErrors {
  const follow_up = followUpError(outcome, now);
  return {
    ...(outcome.result === '' && { result: 'required' }),
    ...(durationSeconds(outcome) === null && { length: 'invalid' }),
    ...(outcome.note.trim().length > MAX_NOTE_CHARS && { note: 'too_long' }),
    ...(follow_up !== undefined && { follow_up }),
  };
}

/** Returns stored answers about a call. An older version may have stored them, so missing fields are filled in. */
export function readOutcome(stored: unknown): CallOutcome {
  return { ...emptyOutcome, ...(typeof stored === 'object' ? stored : null) };
}

const outcomeNames = Object.keys(emptyOutcome) as (keyof CallOutcome)[];

/** Picks the answers about a call from the values of a form with more fields. */
export const pickOutcome = (values: CallOutcome): CallOutcome =>
  Object.fromEntries(outcomeNames.map((name) => [name, values[name]])) as unknown as CallOutcome;

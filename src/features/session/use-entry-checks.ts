import { useState } from 'react';
import type { ErrorCode } from '../../../contract/errors.ts';
import { sync } from '../../bridge/sync.ts';
import { attempt } from '../../lib/attempt.ts';
import type { CheckedEntry, RefusedEntry } from './register-values.ts';

const refusalCodes: readonly ErrorCode[] = ['email_taken', 'phone_taken', 'promo_unavailable'];

export interface EntryChecks {
  /**
   * Checks with the server whether it would refuse an entry, and returns the error code. Returns null if it would not,
   * or if the server cannot be reached or refuses further checks; the registration itself then reports the error.
   */
  check: (entry: CheckedEntry, value: string) => Promise<ErrorCode | null>;
  /** Stores that the server has refused an entry. */
  refuse: (entry: CheckedEntry, value: string, code: ErrorCode) => void;
  refused: RefusedEntry;
}

const keyOf = (entry: CheckedEntry, value: string): string => `${entry} ${value}`;

/**
 * Checks entries of the registration form, never the same entry twice: the server limits the checks, because each
 * reveals whether an account exists.
 */
export function useEntryChecks(): EntryChecks {
  const [{ checks }] = useState(() => ({ checks: createChecks() }));
  return checks;
}

function createChecks(): EntryChecks {
  const refusals = new Map<string, ErrorCode>();
  const answers = new Map<string, Promise<ErrorCode | null>>();
  const checkOnServer = async (entry: CheckedEntry, value: string): Promise<ErrorCode | null> => {
    const key = keyOf(entry, value);
    const result = await attempt(() => sync.account('checkRegistration', { [entry]: value }));
    if (result.ok) return null;
    if (result.why !== 'refused') answers.delete(key);
    if (result.why !== 'refused' || !refusalCodes.includes(result.code)) return null;
    refusals.set(key, result.code);
    return result.code;
  };
  return {
    check: (entry, value) => {
      const key = keyOf(entry, value);
      const answer = answers.get(key) ?? checkOnServer(entry, value);
      answers.set(key, answer);
      return answer;
    },
    refuse: (entry, value, code) => void refusals.set(keyOf(entry, value), code),
    refused: (entry, value) => refusals.get(keyOf(entry, value)),
  };
}

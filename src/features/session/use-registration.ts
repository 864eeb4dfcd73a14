import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Failure } from '../../bridge/results.ts';
import { sync } from '../../bridge/sync.ts';
import {
  clearRegistration,
  saveRegistration,
  savedPromoCode,
  savedRegistrationDraft,
} from '../../db/queries/registration.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { log } from '../../lib/log.ts';
import {
  type AccountOutput,
  type AccountValues,
  type DetailsOutput,
  type DetailsValues,
  draftOf,
  initialValues,
  registerBody,
  type RegisterValues,
} from './register-values.ts';
import { useCompleteLogin } from './use-complete-login.ts';
import { type EntryChecks, useEntryChecks } from './use-entry-checks.ts';

/**
 * Returns the initial values of the registration form: the stored draft, and the promo code of the link. Undefined
 * until they are read.
 */
export function useInitialRegistration(): RegisterValues | undefined {
  const promo = useParams({ from: '/_register/register/$promo', shouldThrow: false })?.promo;
  const [initial, setInitial] = useState<RegisterValues>();
  useEffect(() => {
    const initialise = (draft: Record<string, string> | null, code: string | null): void => {
      const values = initialValues(draft);
      setInitial({ ...values, referral_promo_code: promo ?? code ?? values.referral_promo_code });
    };
    Promise.all([savedRegistrationDraft(Date.now()), savedPromoCode(Date.now())])
      .then(([draft, code]) => initialise(draft, code))
      .catch((error: unknown) => {
        log.warn('no draft was read', error);
        initialise(null, null);
      });
  }, [promo]);
  return initial;
}

/** The field of the first step to which a rejection of the registration refers. */
const accountFieldOf: Partial<Record<ErrorCode, 'email' | 'phone' | 'password'>> = {
  email_taken: 'email',
  phone_taken: 'phone',
  password_common: 'password',
};

export interface Registration {
  step: 'account' | 'details';
  /** Whether the step was reached from the other step. */
  hasMoved: boolean;
  /** All values as typed, of both steps. */
  values: RegisterValues;
  /** Error codes with which the server has rejected the registration, by field of the first step. */
  rejected: Partial<Record<keyof AccountValues, ErrorCode>>;
  /** Number of times that the form was cleared. */
  round: number;
  checks: EntryChecks;
  /** Stores the values of the first step, which then has to be completed again. */
  keepAccount: (values: AccountValues) => Promise<void>;
  keepDetails: (values: DetailsValues) => Promise<void>;
  next: (account: AccountOutput) => void;
  back: () => void;
  /** Sends the registration. If the cause of a rejection is in the first step, returns there. */
  register: (details: DetailsOutput) => Promise<Failure | null>;
  /** Clears both steps and deletes the draft. */
  clear: () => void;
}

/**
 * The registration in two steps, whose draft survives a failed request and a closed browser. The password is only in
 * memory, so after a reload the first step is shown.
 */
export function useRegistration(initial: RegisterValues): Registration {
  const { language } = useApp().preferences;
  const { completeLogin } = useCompleteLogin();
  const checks = useEntryChecks();
  const navigate = useNavigate();
  const { step } = useSearch({ from: '/_register' });
  const [values, setValues] = useState(initial);
  const [account, setAccount] = useState<AccountOutput | null>(null);
  const [rejected, setRejected] = useState<Registration['rejected']>({});
  const [{ hasMoved, round }, setPosition] = useState({ hasMoved: false, round: 0 });
  const keep = (changed: Partial<RegisterValues>): Promise<void> => {
    const all = { ...values, ...changed };
    setValues(all);
    return saveRegistration(draftOf(all), Date.now());
  };
  const back = (): void => void navigate({ to: '.', search: {}, replace: true });
  const register = async (details: DetailsOutput): Promise<Failure | null> => {
    if (account === null) return null;
    const failure = await completeLogin(async () => {
      const result = await sync.account('register', registerBody(account, details, language));
      if (result.ok) await clearRegistration().catch(() => {});
      return result;
    });
    const field = failure?.why === 'refused' ? accountFieldOf[failure.code] : undefined;
    if (failure?.why !== 'refused' || field === undefined) return failure;
    if (field !== 'password') checks.refuse(field, account[field], failure.code);
    setRejected({ [field]: failure.code });
    back();
    return null;
  };
  return {
    step: step === 'details' && account !== null ? 'details' : 'account',
    hasMoved,
    values,
    rejected,
    round,
    checks,
    keepAccount: (changed) => {
      setAccount(null);
      return keep(changed);
    },
    keepDetails: keep,
    next: (completed) => {
      setAccount(completed);
      setRejected({});
      setPosition({ hasMoved: true, round });
      void navigate({ to: '.', search: { step: 'details' } });
    },
    back,
    register,
    clear: () => {
      setValues(initialValues(null));
      setAccount(null);
      setRejected({});
      setPosition({ hasMoved: false, round: round + 1 });
      back();
      void clearRegistration().catch(() => {});
    },
  };
}

import { useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { RegisterBody } from '../../../contract/calls/registration.ts';
import type { Failure } from '../../bridge/sync-api.ts';
import { sync } from '../../bridge/sync.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { emptyPasswords, type NewPasswordValues } from '../../forms/password-pair.tsx';
import { clearRegistration, saveRegistration, savedPromo, savedRegistration } from '../../db/queries/registration.ts';
import { log } from '../../lib/log.ts';
import {
  checkRegistration,
  type Draft,
  draftOf,
  type Faults,
  firstFault,
  noDraft,
  type Place,
} from './register-draft.ts';
import { useEntering } from './use-complete-login.ts';

const KEEP_AFTER_MS = 400;

/** What was typed stays on this phone, so that neither a bad network nor a killed browser costs it. */
interface KeptDraft {
  draft: Draft | null;
  set: (change: Partial<Draft>) => void;
  clear: () => void;
  /** Nothing of it stays on this phone. */
  forget: () => Promise<void>;
}

function useKeptDraft(): KeptDraft {
  const { promo } = useParams({ strict: false }) as { promo?: string };
  const [draft, setDraft] = useState<Draft | null>(null);
  const unsaved = useRef<Draft | null>(null);
  const keep = useCallback(() => {
    const latest = unsaved.current;
    unsaved.current = null;
    if (latest)
      saveRegistration({ ...latest }, Date.now()).catch((error: unknown) => log.warn('a draft was not kept', error));
  }, []);
  useEffect(() => {
    const read = Promise.all([savedRegistration(Date.now()), savedPromo(Date.now())]);
    const begin = (kept: Record<string, string> | null, code: string | null): void => {
      const found = draftOf(kept);
      // The link that was opened last speaks.
      setDraft({ ...found, referral_promo_code: promo ?? code ?? found.referral_promo_code });
    };
    read
      .then(([kept, code]) => begin(kept, code))
      .catch((error: unknown) => {
        log.warn('no draft was read', error);
        begin(null, null);
      });
  }, [promo]);
  useEffect(() => {
    if (!unsaved.current) return;
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, keep]);
  useEffect(() => {
    document.addEventListener('visibilitychange', keep);
    return () => {
      document.removeEventListener('visibilitychange', keep);
      keep();
    };
  }, [keep]);
  const set = (change: Partial<Draft>): void => {
    unsaved.current = { ...(draft ?? noDraft), ...change };
    setDraft(unsaved.current);
  };
  const forget = (): Promise<void> => {
    unsaved.current = null;
    return clearRegistration().catch((error: unknown) => log.warn('a draft was not forgotten', error));
  };
  const clear = (): void => {
    setDraft(noDraft);
    void forget();
  };
  return { draft, set, clear, forget };
}

/** Fields that a refusal of the server is about. */
function faultsOf(code: ErrorCode, draft: Draft): Faults {
  if (code === 'email_taken') return { email: code };
  if (code === 'phone_taken') return { phone: code };
  if (code === 'password_common') return { password: code };
  if (code !== 'promo_unavailable') return {};
  return {
    ...(draft.promo_code && { promo_code: code }),
    ...(draft.referral_promo_code && { referral_promo_code: code }),
  };
}

const focusOn = (place: Place | null): void => {
  if (place) document.getElementById(placeId(place))?.focus();
};

/** Ids of the form's fields; the pair of passwords has its own. */
export function placeId(place: Place): string {
  if (place === 'password') return 'new-password';
  return place === 'repeat' ? 'new-password-repeat' : `register-${place}`;
}

export interface Registration {
  draft: Draft | null;
  set: (change: Partial<Draft>) => void;
  clear: () => void;
  pair: NewPasswordValues;
  setPair: (pair: NewPasswordValues) => void;
  consent: boolean;
  setConsent: (consent: boolean) => void;
  faults: Faults;
  fault: Failure | null;
  isPending: boolean;
  submit: () => void;
}

/** Everything of the form: what is typed, what is wrong, and sending it. */
export function useRegistration(): Registration {
  const { draft, set, clear, forget } = useKeptDraft();
  const { language } = useApp().preferences;
  const [pair, setPair] = useState(emptyPasswords);
  const [consent, setConsent] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [fault, setFault] = useState<Failure | null>(null);
  const { isPending, enterBy } = useEntering();
  const show = (found: Faults): void => {
    setFaults(found);
    focusOn(firstFault(found));
  };
  const send = async (body: RegisterBody, from: Draft): Promise<void> => {
    const failure = await enterBy(async () => {
      const result = await sync.account('register', body);
      if (result.ok) await forget();
      return result;
    });
    if (failure === null) return;
    const found = failure.why === 'refused' ? faultsOf(failure.code, from) : {};
    show(found);
    // What stands at its field is not said twice, but for what may be the one or the other.
    setFault(firstFault(found) === null || found.promo_code || found.referral_promo_code ? failure : null);
  };
  const check = async (): Promise<void> => {
    if (!draft || isPending) return;
    setFault(null);
    const { body, faults: found } = await checkRegistration({ draft, pair, consent }, language);
    if (body === null) return show(found);
    setFaults({});
    await send(body, draft);
  };
  return {
    draft,
    set,
    clear,
    pair,
    setPair,
    consent,
    setConsent,
    faults,
    fault,
    isPending,
    submit: () => void check(),
  };
}

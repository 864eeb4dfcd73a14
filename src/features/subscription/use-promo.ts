import { useEffect, useEffectEvent, useState } from 'react';
import type { PromoOffer } from '../../../contract/api-calls/subscription.ts';
import type { PackageChoice } from '../../bridge/account-api.ts';
import type { PromoResult } from '../../bridge/results.ts';
import { sync } from '../../bridge/sync.ts';
import type { FailureCode } from '../../components/error/error-messages.ts';
import { useSyncState } from '../../hooks/sync-context.tsx';

/** A promo code that was entered, and its effect on the chosen package as confirmed by the server. */
export interface Promo {
  /** The entered promo code; empty if there is none. */
  code: string;
  /** The price with the code; undefined until the server has confirmed the code for the chosen package. */
  offer: PromoOffer | undefined;
  failure: FailureCode | undefined;
  /** Whether the price is not known yet, because the server has neither confirmed nor rejected the code. */
  isUnconfirmed: boolean;
  apply: (code: string) => void;
  /** Repeats the check of the code on the server. */
  again: () => void;
}

type PackageAndPeriod = Pick<PackageChoice, 'package_id' | 'period'>;

/** Holds the entered promo code, and checks it for each choice of package and period while online. */
export function usePromo(choice: PackageAndPeriod, initial: string): Promo {
  const isOffline = useSyncState()?.status.connection === 'offline';
  const [code, apply] = useState(initial);
  const [round, setRound] = useState(0);
  const [results, setResults] = useState<Readonly<Record<string, PromoResult>>>({});
  const key = code === '' || isOffline ? null : `${choice.package_id} ${choice.period} ${code} ${round}`;
  const check = useEffectEvent(async (checked: string): Promise<void> => {
    // Results are cached: the server allows few checks per minute, so comparing packages must not repeat them.
    if (results[checked]?.ok) return;
    const result = await sync
      .account('checkPromo', { ...choice, promo_code: code })
      .catch((): PromoResult => ({ ok: false, why: 'no_answer' }));
    setResults((earlier) => ({ ...earlier, [checked]: result }));
  });
  useEffect(() => {
    if (key !== null) void check(key);
  }, [key]);
  const result = key === null ? undefined : results[key];
  const isRefused = result?.ok === false && result.why === 'refused';
  return {
    code,
    offer: result?.ok ? result.offer : undefined,
    failure: result?.ok === false ? result : undefined,
    isUnconfirmed: code !== '' && !result?.ok && !isRefused,
    apply,
    again: () => setRound(round + 1),
  };
}

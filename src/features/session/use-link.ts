import { useCallback, useEffect, useState } from 'react';
import type { LinkKind } from '../../bridge/account-api.ts';
import type { Failure } from '../../bridge/results.ts';
import { sync } from '../../bridge/sync.ts';
import { log } from '../../lib/log.ts';
import { stashedToken } from '../../lib/url-secrets.ts';

export type LinkState =
  /** There is no link: the page was reloaded, and the URL no longer contains it. */
  | { kind: 'none' }
  | { kind: 'checking' }
  /** `until` is the time at which the link expires by this device's clock, in ms. */
  | { kind: 'good'; until: number }
  | { kind: 'bad'; failure: Failure };

export interface Link {
  token: string;
  state: LinkState;
  check: () => void;
  /** Shows the failure of a request that used the link. */
  fail: (failure: Failure) => void;
}

async function checkLink(kind: LinkKind, token: string): Promise<LinkState> {
  try {
    const result = await sync.account('checkLink', kind, token);
    return result.ok ? { kind: 'good', until: Date.now() + result.left_s * 1000 } : { kind: 'bad', failure: result };
  } catch (error) {
    log.warn('a link was not checked', error);
    return { kind: 'bad', failure: { ok: false, why: 'no_answer' } };
  }
}

/** Returns the state of the link that the user opened. Checking the link does not use it. */
export function useLink(kind: LinkKind): Link {
  const [token] = useState(() => stashedToken(kind));
  const [state, setState] = useState<LinkState>(token === null ? { kind: 'none' } : { kind: 'checking' });
  const check = useCallback(() => {
    if (token === null) return;
    setState({ kind: 'checking' });
    void checkLink(kind, token).then(setState);
  }, [kind, token]);
  useEffect(check, [check]);
  const fail = useCallback((failure: Failure) => setState({ kind: 'bad', failure }), []);
  return { token: token ?? '', state, check, fail };
}

const unusableCodes = new Set(['not_found', 'link_used', 'link_expired']);

/** Whether the failure means that the link is valid, but cannot be used on this device. */
export const linkNeedsOtherDevice = (failure: Failure): boolean =>
  failure.why === 'refused' && failure.code === 'employee_device';

/** Whether the failure means that the link will never work again: it is unknown, used or expired. */
export const isLinkUnusable = (failure: Failure): boolean =>
  failure.why === 'refused' && unusableCodes.has(failure.code);

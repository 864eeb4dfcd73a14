import { useEffect } from 'react';
import { sync } from '../../bridge/sync.ts';

/** Fetches where landing pages are, so that links can be copied offline later. A failure changes nothing. */
export function useLandingUrl(known: string | null | undefined): void {
  const isMissing = known === null;
  useEffect(() => {
    if (isMissing) void sync.account('landingUrl').catch(() => {});
  }, [isMissing]);
}

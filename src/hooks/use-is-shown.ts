import { useSyncState } from './sync-context.tsx';

/**
 * Returns a function that tells whether a link to a screen is shown. It is not if the server offers nothing for the
 * screen.
 */
export function useIsShown(): (link: { to: string }) => boolean {
  const hidden = useSyncState()?.status.hidden;
  return ({ to }) => !hidden?.includes(to);
}

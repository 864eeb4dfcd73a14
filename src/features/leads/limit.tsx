import type { ReactElement } from 'react';

/** How many were taken today, of how many; nothing where this phone does not know. */
export function Limit(): ReactElement | null {
  return null;
}

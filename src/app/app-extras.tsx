import type { ReactElement } from 'react';
import { Toaster } from '../ui/toaster.tsx';
import { useFocusRecovery } from './focus-recovery.ts';

/** Parts around all screens, including the login: messages, and the recovery of a lost focus. */
export function AppExtras(): ReactElement {
  useFocusRecovery();
  return <Toaster />;
}

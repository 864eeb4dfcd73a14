import type { ReactElement } from 'react';
import { Toaster } from '../ui/toaster.tsx';
import { useFocusRecovery } from './focus-recovery.ts';

/** The parts around all screens, also around the login: messages, and the recovery of a lost focus. */
export function AppExtras(): ReactElement {
  useFocusRecovery();
  return <Toaster />;
}

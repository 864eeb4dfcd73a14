import type { ReactElement } from 'react';
import { Toaster } from '../ui/toaster.tsx';
import { useFocusRecovery } from './focus-recovery.ts';

/** Parts that every screen has, including the login: toasts, and the recovery of a lost focus. */
export function AppExtras(): ReactElement {
  useFocusRecovery();
  return <Toaster />;
}

import type { ReactElement } from 'react';
import { Toaster } from '../ui/toaster.tsx';
import { useFocusRecovery } from './focus-recovery.ts';
import { useSlowToasts } from './slow-loading.ts';

/** Parts that every screen has, including the login: toasts, the recovery of a lost focus, and a hint if
 * loading takes long. */
export function AppExtras(): ReactElement {
  useFocusRecovery();
  useSlowToasts();
  return <Toaster />;
}

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { oldestPendingWrite } from '../db/schema/pending-writes.ts';
import { dismissToast, toast } from '../ui/toast.ts';
import { loadRestOfTexts } from './i18n.ts';

const CHECK_INTERVAL_MS = 2_000;

/**
 * Number of consecutive checks that find the same thing still awaited before it counts as slow. Counting checks instead
 * of time leaves out the time in which the browser has suspended the tab.
 */
const SLOW_AFTER_CHECKS = 5;

/** Returns what is awaited now, such as the number of a write; null if nothing is awaited. */
type Awaited = () => number | 'screen' | null;

const awaitedScreen: Awaited = () => (document.querySelector('[data-awaited]') ? 'screen' : null);

/**
 * Checks regularly what is awaited, and reports when the same thing has been awaited for ten seconds, and when that has
 * ended afterwards. Returns a function that stops the checks.
 */
function watchAwaited(awaited: Awaited, onSlow: () => void, onEnd: () => void): () => void {
  let checks = 0;
  let last: ReturnType<Awaited> = null;
  const timer = setInterval(() => {
    const now = awaited();
    if (now !== last && checks >= SLOW_AFTER_CHECKS) onEnd();
    if (now === null) checks = 0;
    else checks = now === last ? checks + 1 : 1;
    last = now;
    if (checks === SLOW_AFTER_CHECKS) onSlow();
  }, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}

function useSlowToast(awaited: Awaited, text: MessageDescriptor): void {
  const { t } = useLingui();
  useEffect(() => {
    let id: number | null = null;
    let isSlow = false;
    const show = (): void => {
      if (!isSlow) return;
      id = toast(t(text), {
        tone: 'wait',
        stays: null,
        action: { label: t`Reload`, onPress: () => location.reload() },
      });
    };
    const onSlow = (): void => {
      isSlow = true;
      // The text of the toast is not in the first part of the catalog.
      void loadRestOfTexts().then(show, () => {});
    };
    const onEnd = (): void => {
      isSlow = false;
      if (id !== null) dismissToast(id);
      id = null;
    };
    return watchAwaited(awaited, onSlow, onEnd);
  }, [t, awaited, text]);
}

const loadingText = msg`Still loading. Your work is safe. If nothing appears, close other tabs of this app and reload.`;
const savingText = msg`Still saving. If this does not end, copy what you have typed, close other tabs of this app and reload.`;

/**
 * Shows a toast with a button that reloads the app when a screen keeps loading, or a write is not stored. Some causes
 * have no time limit: another tab that the browser has frozen may hold the database, and a worker may not respond.
 */
export function useSlowToasts(): void {
  useSlowToast(awaitedScreen, loadingText);
  useSlowToast(oldestPendingWrite, savingText);
}

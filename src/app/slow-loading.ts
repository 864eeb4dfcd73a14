import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { dismissToast, toast } from '../ui/toast.ts';
import { loadRestOfTexts } from './i18n.ts';

const CHECK_INTERVAL_MS = 2_000;

/**
 * Number of consecutive checks that find a placeholder before loading counts as slow. Counting checks instead of time
 * leaves out the time in which the browser has suspended the tab.
 */
const SLOW_AFTER_CHECKS = 5;

/**
 * Checks regularly whether the page shows a placeholder, and reports when this has lasted for ten seconds, and when it
 * has ended afterwards. Returns a function that stops the checks.
 */
export function watchLoading(onSlow: () => void, onEnd: () => void): () => void {
  let checks = 0;
  const timer = setInterval(() => {
    const isLoading = document.querySelector('[data-awaited]') !== null;
    if (!isLoading && checks >= SLOW_AFTER_CHECKS) onEnd();
    checks = isLoading ? checks + 1 : 0;
    if (checks === SLOW_AFTER_CHECKS) onSlow();
  }, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}

/**
 * Shows a toast with a button that reloads the app when a screen keeps loading. Some causes have no time limit: another
 * tab that the browser has frozen may hold the database, and a worker may not respond.
 */
export function useSlowLoadingToast(): void {
  const { t } = useLingui();
  useEffect(() => {
    let id: number | null = null;
    let isSlow = false;
    const show = (): void => {
      if (!isSlow) return;
      id = toast(t`Still loading. Your work is safe. If nothing appears, close other tabs of this app and reload.`, {
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
    return watchLoading(onSlow, onEnd);
  }, [t]);
}

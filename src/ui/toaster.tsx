import { useLingui } from '@lingui/react/macro';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

import { Button, IconButton } from './button.tsx';
import { currentToast, dismissToast, type Toast, type ToastAction, watchToast } from './toast.ts';
import styles from './toaster.module.css';

/**
 * The region that shows the toast; there is one per app. Both live regions are always mounted, so that screen readers
 * notice changes.
 */
export function Toaster(): ReactElement {
  const toast = useSyncExternalStore(watchToast, currentToast);
  const row = toast && <ToastRow key={toast.id} toast={toast} />;
  const isError = toast?.tone === 'error';
  // The attribute keeps the toast usable while a sheet hides the rest of the page from assistive technology.
  return createPortal(
    <div className={styles.region} data-react-aria-top-layer="true">
      <div role="alert" className={styles.live}>
        {isError && row}
      </div>
      <div role="status" className={styles.live}>
        {!isError && row}
      </div>
    </div>,
    document.body,
  );
}

function watchInert(notify: () => void): () => void {
  const observer = new MutationObserver(notify);
  observer.observe(document.body, { subtree: true, attributeFilter: ['inert', 'aria-hidden'] });
  return () => observer.disconnect();
}

const isPageInert = (): boolean => Boolean(document.querySelector('main')?.closest('[inert], [aria-hidden="true"]'));

const ICONS = { neutral: null, ok: <IconCheck />, wait: <IconClock />, error: <IconAlertCircle /> };

function ToastRow({ toast }: { toast: Toast }): ReactElement {
  const { t } = useLingui();
  const [isHeld, setHeld] = useState(false);
  // After one sheet has closed and before the next one opens, the page may still be inert. Without this check, Tab
  // would move the focus to the toast, the only element that is not inert.
  const isUnreachable = useSyncExternalStore(watchInert, isPageInert);
  const order = isUnreachable && { tabIndex: -1 };
  const { id, stays, action, more } = toast;
  useEffect(() => {
    if (stays === null || isHeld) return;
    const timer = setTimeout(() => dismissToast(id), stays);
    return () => clearTimeout(timer);
  }, [id, stays, isHeld]);
  const button = ({ label, onPress }: ToastAction): ReactElement => (
    <Button
      {...order}
      variant="plain"
      small
      onPress={() => {
        dismissToast(id);
        onPress();
      }}
    >
      {label}
    </Button>
  );
  return (
    <div
      className={styles.toast}
      data-tone={toast.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.icon} aria-hidden="true">
        {ICONS[toast.tone]}
      </span>
      <span className={styles.message}>
        {toast.tone === 'error' && <b className={styles.title}>{t`Error`}</b>}
        <span>{typeof toast.message === 'string' ? toast.message : t(toast.message)}</span>
      </span>
      {action && button(action)}
      {more && button(more)}
      {(stays === null || !action) && (
        <IconButton {...order} aria-label={t`Close`} onPress={() => dismissToast(id)}>
          <IconX aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

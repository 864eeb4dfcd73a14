import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { type ReactElement, useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './view-as.module.css';

const MINUTE_MS = 60_000;
/** The end of a view is announced when this many minutes remain. */
const WARNING_MINUTES = 5;

/** Whether Escape is meant for a text field, a menu or a dialog. */
function isEscapeTaken({ target, defaultPrevented }: KeyboardEvent): boolean {
  const text = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';
  const isTyping = target instanceof Element && target.closest(text) !== null;
  return defaultPrevented || isTyping || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

export interface ViewBannerProps {
  name: string;
  /** When the view ends: device time, ms. */
  endsAt: number;
  onExit: () => void;
  onTimeUp: () => void;
}

/**
 * A banner on every screen that states whose account the user is viewing and how many minutes remain. Escape ends the
 * view.
 */
export function ViewBanner({ name, endsAt, onExit, onTimeUp }: ViewBannerProps): ReactElement {
  const { t } = useLingui();
  const remainingMs = endsAt - useNow('second');
  const minutes = Math.max(0, Math.ceil(remainingMs / MINUTE_MS));
  const isTimeUp = remainingMs <= 0;
  useEffect(() => {
    if (isTimeUp) onTimeUp();
  }, [isTimeUp, onTimeUp]);
  useEffect(() => {
    const exit = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !isEscapeTaken(event)) onExit();
    };
    addEventListener('keydown', exit);
    return () => removeEventListener('keydown', exit);
  }, [onExit]);
  return (
    <section className={styles.banner} aria-label={t`Viewing as ${name}`} data-view-banner>
      <IconEye aria-hidden="true" />
      <p className={styles.text}>
        <strong>
          <Trans>Viewing as {name}</Trans>
        </strong>
        <span>
          <Trans>
            Read only, <Plural value={minutes} one="# minute left" other="# minutes left" />
          </Trans>
        </span>
      </p>
      <VisuallyHidden>
        <span role="status">
          {minutes <= WARNING_MINUTES && <Trans>This view ends in {WARNING_MINUTES} minutes.</Trans>}
        </span>
      </VisuallyHidden>
      <Button small variant="soft" onPress={onExit}>
        <Trans>Exit</Trans>
      </Button>
    </section>
  );
}

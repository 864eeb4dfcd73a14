import { useLingui } from '@lingui/react/macro';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactElement, ReactNode } from 'react';

import styles from './banner.module.css';
import { IconButton } from './button.tsx';

export type BannerProps = {
  tone?: 'info' | 'wait' | 'need' | 'quiet';
  icon?: ReactNode;
  title?: ReactNode;
  children?: ReactNode;
  /** One small button or link. */
  action?: ReactNode;
  onClose?: () => void;
  /** 'status' if the banner appears by itself; 'alert' if the user must act at once. */
  role?: 'status' | 'alert';
};

/** A notice in the flow of the page, which never covers content. */
export function Banner({ tone = 'info', icon, title, children, action, onClose, role }: BannerProps): ReactElement {
  const { t } = useLingui();
  return (
    <div className={styles.banner} data-tone={tone} role={role}>
      {icon && (
        <div className={styles.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <div className={styles.text}>
        {title && <div className={styles.title}>{title}</div>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
      {onClose && (
        <div className={styles.close}>
          <IconButton aria-label={t`Close`} onPress={onClose}>
            <IconX aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  );
}

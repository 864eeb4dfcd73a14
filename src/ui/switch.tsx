import type { ReactElement, ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components/Switch';

import { classNames } from './class-names.ts';
import styles from './switch.module.css';

export type SwitchProps = {
  children: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** A switch for a setting that takes effect at once. */
export function Switch({ children, isOn, onChange }: SwitchProps): ReactElement {
  return (
    <AriaSwitch className={classNames(styles.row)} isSelected={isOn} onChange={onChange}>
      <span className={styles.label}>{children}</span>
      <span className={styles.track} />
    </AriaSwitch>
  );
}

import { type ReactElement, type ReactNode, useId } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components/Switch';

import { classNames } from './class-names.ts';
import styles from './switch.module.css';
import { isLocked } from './write-lock.ts';

export type SwitchProps = {
  children: ReactNode;
  /** A line below the label: the effect of the setting, or the reason why it cannot be changed. */
  description?: ReactNode;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
};

/**
 * A switch for a setting. Outside a form, it takes effect at once. In view mode it is locked, like buttons that change
 * something.
 */
export function Switch({ children, description, isOn, isDisabled = false, onChange }: SwitchProps): ReactElement {
  const id = useId();
  const control = (
    <AriaSwitch
      className={classNames(styles.row)}
      isSelected={isOn}
      isDisabled={isDisabled || isLocked({ writes: true })}
      onChange={onChange}
      {...(description && { 'aria-describedby': id })}
    >
      <span className={styles.label}>{children}</span>
      <span className={styles.track} />
    </AriaSwitch>
  );
  if (!description) return control;
  return (
    <div className={styles.described}>
      {control}
      <small id={id}>{description}</small>
    </div>
  );
}

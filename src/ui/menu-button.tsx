import type { ReactElement, ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu';

import { AriaLocale } from './aria-locale.tsx';
import buttonStyles from './button.module.css';
import { classNames } from './class-names.ts';
import styles from './options.module.css';

export type MenuAction = { key: string; label: string; onPress: () => void };

export type MenuButtonProps = { children: ReactNode; actions: readonly MenuAction[] };

/** A button that opens a menu of actions. */
export function MenuButton({ children, actions }: MenuButtonProps): ReactElement {
  return (
    <AriaLocale>
      <MenuTrigger>
        <Button className={classNames(buttonStyles.button, buttonStyles.ghost)}>{children}</Button>
        <Popover className={classNames(styles.popover)} placement="bottom end">
          <Menu className={classNames(styles.options)}>
            {actions.map(({ key, label, onPress }) => (
              <MenuItem key={key} id={key} className={classNames(styles.option)} onAction={onPress}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </AriaLocale>
  );
}

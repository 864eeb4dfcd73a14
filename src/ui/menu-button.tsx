import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import type { ReactElement, ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu';

import { AriaLocale } from './aria-locale.tsx';
import buttonStyles from './button.module.css';
import { classNames } from './class-names.ts';
import styles from './options.module.css';
import { isLocked } from './write-lock.ts';

export type MenuAction = {
  key: string;
  label: string;
  isDisabled?: boolean;
  /** Whether the action changes something, so that it is not possible in view mode. */
  writes?: boolean;
  onPress: () => void;
};

export type MenuButtonProps = {
  children: ReactNode;
  actions: readonly MenuAction[];
  /** Whether the button looks like a link, for a button among links. */
  isLink?: boolean;
  /** Name of a button that shows only an icon. */
  'aria-label'?: string;
};

function classOf({ isLink, 'aria-label': name }: Pick<MenuButtonProps, 'isLink' | 'aria-label'>): string {
  if (isLink) return classNames(buttonStyles.link);
  const { button, ghost, icon, plain } = buttonStyles;
  return name === undefined ? classNames(button, ghost) : classNames(button, icon, plain);
}

/** A button that opens a menu of actions. */
export function MenuButton({ children, actions, ...look }: MenuButtonProps): ReactElement {
  const { 'aria-label': name } = look;
  return (
    <AriaLocale>
      <MenuTrigger>
        <Button className={classOf(look)} {...(name !== undefined && { 'aria-label': name })}>
          {children}
        </Button>
        <Popover className={classNames(styles.popover)} placement="bottom end">
          <Menu className={classNames(styles.options)}>
            {actions.map(({ key, label, isDisabled = false, writes, onPress }) => (
              <MenuItem
                key={key}
                id={key}
                isDisabled={isDisabled || isLocked({ writes })}
                className={classNames(styles.option)}
                onAction={onPress}
              >
                {label}
                {isLocked({ writes }) && <IconLock aria-hidden="true" width={16} />}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </AriaLocale>
  );
}

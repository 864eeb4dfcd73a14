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
  /** Whether the button looks like a link. Set it if the button stands among links. */
  isLink?: boolean;
  /** Name of a button that shows only an icon. */
  'aria-label'?: string;
};

function lookOf(isLink: boolean, isIcon: boolean): (string | undefined)[] {
  if (isLink) return [buttonStyles.link];
  const { button, ghost, icon, plain } = buttonStyles;
  return isIcon ? [button, icon, plain] : [button, ghost];
}

/** A button that opens a menu of actions. */
export function MenuButton({ children, actions, isLink = false, 'aria-label': name }: MenuButtonProps): ReactElement {
  return (
    <AriaLocale>
      <MenuTrigger>
        <Button
          className={classNames(...lookOf(isLink, name !== undefined))}
          {...(name !== undefined && { 'aria-label': name })}
        >
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

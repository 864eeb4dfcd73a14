import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import type { ReactElement, ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu';

import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './menu-button.module.css';

export type MenuEntry = {
  key: string;
  label: string;
  icon?: ReactNode;
  isDanger?: boolean;
  isDisabled?: boolean;
} & ({ href: string; onAction?: never } | { onAction: () => void; href?: never });

export type MenuButtonProps = {
  /** The name of the button; the text too when `children` is given. */
  'aria-label': string;
  /** Text on the button; without it the button is three dots. */
  children?: ReactNode;
  small?: boolean;
  entries: readonly MenuEntry[];
};

/** A button that opens a short list of steps. */
export function MenuButton({ children, entries, small = false, ...rest }: MenuButtonProps): ReactElement {
  return (
    <MenuTrigger>
      {children ? (
        <Button variant="ghost" small={small} {...rest}>
          {children}
        </Button>
      ) : (
        <IconButton {...rest}>
          <IconDots aria-hidden="true" />
        </IconButton>
      )}
      <Popover className={classNames(styles.popover)} placement="bottom end">
        <Menu className={classNames(styles.menu)} aria-label={rest['aria-label']}>
          {entries.map((entry) => (
            <MenuItem
              key={entry.key}
              id={entry.key}
              textValue={entry.label}
              className={classNames(styles.item)}
              data-danger={entry.isDanger ?? false}
              isDisabled={entry.isDisabled ?? false}
              {...(entry.href !== undefined ? { href: entry.href } : { onAction: entry.onAction })}
            >
              {entry.icon}
              {entry.label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

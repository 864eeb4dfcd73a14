import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components/Menu';

import { ActionButton, actionClass, ActionFace } from './action-row.tsx';
import { AriaLocale } from './aria-locale.tsx';
import { classNames } from './class-names.ts';
import styles from './options.module.css';
import type { MenuAction } from './menu-button.tsx';
import { Sheet } from './sheet.tsx';
import { useMediaQuery } from './use-media-query.ts';
import { isLocked } from './write-lock.ts';

export type MenuGroup = {
  key: string;
  title: string;
  /** Whether the actions are hard to undo. Such a group must come last; it is red, and its title is not shown. */
  isDestructive?: boolean;
  actions: readonly (MenuAction & { icon: ReactNode })[];
};

export type GroupedMenuProps = {
  /** Icon and label of the button, which is part of an ActionRow. */
  icon: ReactNode;
  children: string;
  /** Title of the sheet, such as the name of the record. */
  title: string;
  /** Groups without actions are left out. */
  groups: readonly MenuGroup[];
};

/** A button that opens a menu of actions in groups: a sheet on a phone, a popover from 720 px on. */
export function GroupedMenu(props: GroupedMenuProps): ReactElement {
  const isWide = useMediaQuery('(min-width: 720px)');
  return <AriaLocale>{isWide ? <MenuPopover {...props} /> : <MenuSheet {...props} />}</AriaLocale>;
}

function MenuPopover({ icon, children, groups }: GroupedMenuProps): ReactElement {
  return (
    <MenuTrigger>
      <Button className={actionClass}>
        <ActionFace icon={icon}>{children}</ActionFace>
      </Button>
      <Popover className={classNames(styles.popover)} placement="bottom end">
        <Groups label={children} groups={groups} />
      </Popover>
    </MenuTrigger>
  );
}

/**
 * A menu in a sheet. It opens when the press ends: if it opened under a pressed pointer, releasing the pointer would
 * choose an action.
 */
function MenuSheet({ icon, children, title, groups }: GroupedMenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton icon={icon} aria-haspopup="dialog" aria-expanded={isOpen} onPress={() => setOpen(true)}>
        {children}
      </ActionButton>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={title}>
        <Groups label={children} groups={groups} onChosen={() => setOpen(false)} />
      </Sheet>
    </>
  );
}

type GroupsProps = { label: string; groups: readonly MenuGroup[]; onChosen?: () => void };

function Groups({ label, groups: all, onChosen }: GroupsProps): ReactElement {
  const groups = all.filter(({ actions }) => actions.length > 0);
  return (
    <Menu
      className={classNames(styles.options, onChosen && styles.flush)}
      aria-label={label}
      {...(onChosen && { autoFocus: true, onAction: onChosen })}
    >
      {groups.map(({ key, title, isDestructive = false, actions }) => (
        <MenuSection
          key={key}
          id={key}
          className={classNames(styles.group)}
          data-destructive={isDestructive}
          {...(isDestructive && { 'aria-label': title })}
        >
          {!isDestructive && <Header className={classNames(styles.groupTitle)}>{title}</Header>}
          {actions.map(({ key: action, label: text, icon, isDisabled = false, writes, onPress }) => (
            <MenuItem
              key={action}
              id={action}
              textValue={text}
              isDisabled={isDisabled || isLocked({ writes })}
              className={classNames(styles.option, styles.withIcon)}
              onAction={onPress}
            >
              <span className={styles.icon} aria-hidden="true">
                {isLocked({ writes }) ? <IconLock /> : icon}
              </span>
              {text}
            </MenuItem>
          ))}
        </MenuSection>
      ))}
    </Menu>
  );
}

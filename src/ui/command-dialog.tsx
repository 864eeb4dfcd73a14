import { useLingui } from '@lingui/react/macro';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components/Modal';

import { classNames } from './class-names.ts';
import styles from './command-dialog.module.css';
import { Kbd } from './kbd.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface CommandOption {
  key: string;
  title: ReactNode;
  lang?: string | undefined;
  detail?: ReactNode;
  icon: ReactNode;
  /** Keyboard shortcut that runs the same command without the dialog. */
  keys?: readonly string[] | undefined;
  /** Keys that work while the option is active, with labels for what they do. */
  hints?: readonly { keys: readonly string[]; label: string }[];
}

export interface CommandGroup {
  key: string;
  title: string;
  /** Subdued text beside the title. */
  about?: string | undefined;
  options: readonly CommandOption[];
}

export interface CommandDialogProps {
  /** Accessible name of the dialog and its field. */
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  groups: readonly CommandGroup[];
  /** Key of the active option, which Enter runs. */
  active: string | undefined;
  onActive: (key: string) => void;
  /**
   * Runs an option. `isFirstAction` is true if Ctrl or Cmd is pressed: the first action of the option is then run
   * instead of the option.
   */
  onRun: (key: string, isFirstAction: boolean) => void;
  /** Shows the actions of an option. Returns whether it has any. */
  onActions: (key: string) => boolean;
  /** Goes back from the actions of an option to all options; absent while all options are shown. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
  /** Announced by screen readers whenever it changes. */
  status: string;
  /** Shown below the options. */
  note?: ReactNode;
  footer: ReactNode;
}

/**
 * A dialog with a combobox over a list of options in groups. The focus stays in the field, and the arrow keys move the
 * active option.
 */
export function CommandDialog(props: CommandDialogProps): ReactElement {
  const { i18n } = useLingui();
  return (
    <I18nProvider locale={i18n.locale}>
      <ModalOverlay
        className={classNames(styles.overlay)}
        isOpen
        onOpenChange={(isOpen) => !isOpen && props.onClose()}
        isDismissable
      >
        <Modal className={classNames(styles.modal)}>
          <Dialog className={classNames(styles.dialog)} aria-label={props.label}>
            <CommandBox {...props} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  );
}

function CommandBox(props: CommandDialogProps): ReactElement {
  const { label, placeholder, text, onText, groups, active, status, note, footer } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = useCommandKeys(props);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <>
      <div className={styles.field}>
        <IconSearch aria-hidden="true" />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : `${id}-${active}`}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          // The dialog opens with the focus in its field.
          autoFocus
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Kbd keys={['escape']} />
      </div>
      <div className={styles.list} ref={list} id={id} role="listbox" aria-label={label}>
        {groups.map((group) => (
          <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`}>
            <div className={styles.title} role="presentation">
              <span id={`${id}-${group.key}`}>{group.title}</span>
              {group.about && <small>{group.about}</small>}
            </div>
            {group.options.map((option) => (
              <Option
                key={option.key}
                id={`${id}-${option.key}`}
                {...{ option, onKeyDown }}
                isActive={option.key === active}
                onMove={() => option.key !== active && props.onActive(option.key)}
                onPress={(isFirstAction) => props.onRun(option.key, isFirstAction)}
              />
            ))}
          </div>
        ))}
      </div>
      {note && <div className={styles.note}>{note}</div>}
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      <div className={styles.footer}>{footer}</div>
    </>
  );
}

/** Returns the key handler of the search field. */
function useCommandKeys(props: CommandDialogProps): (event: KeyboardEvent) => void {
  const { text, groups, active, onActive, onRun, onActions, onBack, onClose } = props;
  const keys = groups.flatMap(({ options }) => options.map(({ key }) => key));
  const move = (by: 1 | -1): void => {
    const next = keys[(keys.indexOf(active ?? '') + by + keys.length) % keys.length];
    if (next !== undefined) onActive(next);
  };
  const handle = (event: KeyboardEvent): boolean => {
    const { key, code, shiftKey, altKey } = event;
    const isMod = event.ctrlKey || event.metaKey;
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Enter' && active !== undefined) onRun(active, isMod);
    else if (key === 'Tab' && shiftKey && onBack) onBack();
    else if (key === 'Tab' && !shiftKey) return active !== undefined && onActions(active);
    else if ((key === 'Escape' || (key === 'Backspace' && text === '')) && onBack) onBack();
    else if (isMod && !altKey && (key.toLowerCase() === 'k' || code === 'KeyK')) onClose();
    else return false;
    return true;
  };
  return (event) => {
    // While the user composes a word with an input method, the input method handles the keys.
    if (event.nativeEvent.isComposing || !handle(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

interface OptionProps {
  id: string;
  option: CommandOption;
  isActive: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onMove: () => void;
  onPress: (isFirstAction: boolean) => void;
}

function Option({ id, option, isActive, onKeyDown, onMove, onPress }: OptionProps): ReactElement {
  const { title, lang, detail, icon, keys, hints = [] } = option;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      tabIndex={-1}
      onPointerMove={onMove}
      // Prevents a press from moving the focus out of the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onPress(event.ctrlKey || event.metaKey)}
      onKeyDown={onKeyDown}
    >
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.text}>
        <span className={styles.name} lang={lang}>
          {title}
        </span>
        {detail && (
          <>
            <VisuallyHidden>, </VisuallyHidden>
            <small>{detail}</small>
          </>
        )}
      </span>
      <span className={styles.hints} aria-hidden="true">
        {isActive &&
          hints.map((hint) => (
            <span key={hint.label}>
              <Kbd keys={hint.keys} /> {hint.label}
            </span>
          ))}
        {keys && <Kbd keys={keys} />}
      </span>
    </div>
  );
}

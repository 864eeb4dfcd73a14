import { useLingui } from '@lingui/react/macro';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactElement, ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';

import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { RootMark } from './root-mark.tsx';
import styles from './sheet.module.css';

export type SheetProps = {
  isOpen: boolean;
  /** Called on Escape, a press outside or the close button. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons of equal width that stay visible while the content scrolls. */
  footer?: ReactNode;
  /** Whether a press outside closes the sheet (default true). Pass false if a draft could be lost. */
  closesOnOutsidePress?: boolean;
  /** Whether Escape and the close button close the sheet (default true). */
  closesOnEscape?: boolean;
  role?: 'dialog' | 'alertdialog';
  size?: 'm' | 'l';
  /**
   * Name of the content, if it has no controls. The content can then have the focus, so that users can scroll it with
   * the keyboard.
   */
  textLabel?: string;
  children?: ReactNode;
};

/**
 * A bottom sheet on a phone, and a centred dialog from 720 px on. When it closes, the focus returns to the element that
 * had it before.
 */
export function Sheet(props: SheetProps): ReactElement {
  const { isOpen, onClose, title, description, footer, closesOnOutsidePress = true, closesOnEscape = true } = props;
  const { textLabel: label } = props;
  const { t, i18n } = useLingui();
  return (
    <I18nProvider locale={i18n.locale}>
      <ModalOverlay
        className={classNames(styles.overlay)}
        isOpen={isOpen}
        onOpenChange={(open) => !open && onClose()}
        isDismissable={closesOnOutsidePress}
        isKeyboardDismissDisabled={!closesOnEscape}
      >
        <Modal className={classNames(styles.sheet)} data-size={props.size ?? 'm'}>
          <Dialog className={classNames(styles.dialog)} role={props.role ?? 'dialog'}>
            <div className={styles.grip} aria-hidden="true" />
            <div className={styles.head}>
              <div className={styles.titles}>
                <Heading slot="title" level={2}>
                  {title}
                </Heading>
                {description && <small>{description}</small>}
              </div>
              {closesOnEscape && (
                <IconButton aria-label={t`Close`} onPress={onClose}>
                  <IconX aria-hidden="true" />
                </IconButton>
              )}
            </div>
            {props.children && (
              <div className={styles.body} {...(label && { role: 'group', 'aria-label': label, tabIndex: 0 })}>
                {props.children}
              </div>
            )}
            {footer && <div className={styles.footer}>{footer}</div>}
            <RootMark name="sheet" />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  );
}

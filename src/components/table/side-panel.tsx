import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from '../../ui/class-names.ts';
import { RootMark } from '../../ui/root-mark.tsx';
import styles from './side-panel.module.css';
import { useHasPanelBeside } from './use-table-width.ts';

export interface SidePanelProps {
  'aria-label': string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The open row of a table: a panel beside the table or, if the window is too narrow for both, a drawer over it. The
 * drawer traps the focus, closes on Escape and on a press outside, and then returns the focus to the table.
 */
export function SidePanel({ onClose, children, ...rest }: SidePanelProps): ReactElement {
  const { i18n } = useLingui();
  const isBeside = useHasPanelBeside();
  if (isBeside)
    return (
      <aside className={styles.panel} aria-label={rest['aria-label']}>
        {children}
      </aside>
    );
  return (
    <I18nProvider locale={i18n.locale}>
      <ModalOverlay
        className={classNames(styles.overlay)}
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        isDismissable
      >
        <Modal className={classNames(styles.drawer)}>
          <Dialog className={classNames(styles.content)} aria-label={rest['aria-label']}>
            {children}
            <RootMark name="sheet" />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  );
}

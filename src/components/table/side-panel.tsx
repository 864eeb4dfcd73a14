import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useFocusReturn } from '../../hooks/use-focus-return.ts';
import { classNames } from '../../ui/class-names.ts';
import { openRowTarget } from '../../ui/data-grid/use-roving-cell.ts';
import { RootMark } from '../../ui/root-mark.tsx';
import styles from './side-panel.module.css';
import { useHasPanelBeside } from './use-table-width.ts';

export interface SidePanelProps {
  'aria-label': string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The open row of a table: a panel beside the table or, if the window is too narrow for both, a drawer over it. When it
 * closes, the focus moves to the row that it showed last. The drawer traps the focus, and closes on Escape and on a
 * press outside.
 */
export function SidePanel({ onClose, children, ...rest }: SidePanelProps): ReactElement {
  const { i18n } = useLingui();
  const isBeside = useHasPanelBeside();
  if (isBeside) return <PanelBeside aria-label={rest['aria-label']}>{children}</PanelBeside>;
  return (
    <I18nProvider locale={i18n.locale}>
      <ModalOverlay
        className={classNames(styles.overlay)}
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        isDismissable
      >
        <Modal className={classNames(styles.drawer)}>
          <DrawerDialog aria-label={rest['aria-label']}>
            {children}
            <RootMark name="sheet" />
          </DrawerDialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  );
}

/**
 * A dialog that, when it closes, moves the focus to the row that it shows. By default, a dialog would return the focus
 * to the row from which it was opened.
 */
function DrawerDialog({ children, ...rest }: Omit<SidePanelProps, 'onClose'>): ReactElement {
  const element = useFocusReturn(openRowTarget);
  return (
    <Dialog ref={element} className={classNames(styles.content)} aria-label={rest['aria-label']}>
      {children}
    </Dialog>
  );
}

function PanelBeside({ children, ...rest }: Omit<SidePanelProps, 'onClose'>): ReactElement {
  const element = useFocusReturn(openRowTarget);
  return (
    <aside ref={element} className={styles.panel} aria-label={rest['aria-label']}>
      {children}
    </aside>
  );
}

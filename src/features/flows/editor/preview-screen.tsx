import { Trans, useLingui } from '@lingui/react/macro';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactElement } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { AriaLocale } from '../../../ui/aria-locale.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { PageView } from './page-view.tsx';
import styles from './preview.module.css';

/** The full-screen preview of the page, as visitors see it. */
export function PreviewScreen({ onClose }: { onClose: () => void }): ReactElement {
  const { t } = useLingui();
  return (
    <AriaLocale>
      <ModalOverlay className={styles.overlay!} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
        <Modal className={styles.modal!}>
          <Dialog className={styles.dialog!}>
            <div className={styles.overlayHead}>
              <Heading slot="title" level={2}>
                <Trans>Preview</Trans>
              </Heading>
              <IconButton aria-label={t`Close`} onPress={onClose}>
                <IconX aria-hidden="true" />
              </IconButton>
            </div>
            <div className={styles.overlayBody}>
              <PageView />
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLocale>
  );
}

import { Trans } from '@lingui/react/macro';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import type { ReactElement } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useIsServerUnreachable } from '../use-name-check.ts';
import styles from './editor.module.css';
import type { LayoutProps } from './editor-dialogs.tsx';

/** Opens the publish sheet. The button is disabled while this device is offline. */
export function PublishButton({ open }: LayoutProps): ReactElement {
  return (
    <Button
      icon={<IconWorld aria-hidden="true" />}
      isDisabled={useIsServerUnreachable()}
      writes
      onPress={() => open('publish')}
    >
      <Trans>Publish</Trans>
    </Button>
  );
}

/** Explains why the page cannot be published now. */
export function OfflineNote(): ReactElement | null {
  if (!useIsServerUnreachable()) return null;
  return (
    <small className={styles.note}>
      <Trans>You need to be online to publish. Your draft is saved on this device.</Trans>
    </small>
  );
}

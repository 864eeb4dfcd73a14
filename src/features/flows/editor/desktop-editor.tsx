import { Trans, useLingui } from '@lingui/react/macro';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useEffect } from 'react';
import { isStuck, PendingChanges } from '../../../components/sync/pending-changes.tsx';
import { SyncPill } from '../../../components/sync/sync-pill.tsx';
import { Button, IconButton, TextButton } from '../../../ui/button.tsx';
import { RootMark } from '../../../ui/root-mark.tsx';
import { shownAddress } from '../page-url.ts';
import { BlockCount, BlockList } from './block-list.tsx';
import { BlockPanel } from './block-panel.tsx';
import styles from './editor.module.css';
import { useEditor } from './editor-context.tsx';
import type { LayoutProps } from './editor-dialogs.tsx';
import { HistoryButtons } from './history-buttons.tsx';
import { PageState } from './page-state.tsx';
import { Preview } from './preview.tsx';
import { OfflineNote, PublishButton } from './publish-button.tsx';

function TopBar({ open }: LayoutProps): ReactElement {
  const { t } = useLingui();
  const { flow, baseUrl, changes } = useEditor();
  const address = shownAddress(flow, baseUrl);
  return (
    <header className={styles.top}>
      <Link to="/flows" className={styles.back} aria-label={t`Back to flows`}>
        <IconChevronLeft aria-hidden="true" />
      </Link>
      <div className={styles.titles}>
        <h1 tabIndex={-1} lang={flow.lang}>
          {flow.title}
        </h1>
        <small>{address === '' ? <Trans>No address yet</Trans> : address}</small>
      </div>
      <IconButton aria-label={t`Page settings`} onPress={() => open('settings')}>
        <IconSettings aria-hidden="true" />
      </IconButton>
      <PageState />
      {changes.length > 0 && (
        <TextButton writes onPress={() => open('publish')}>
          <Trans>Show</Trans>
        </TextButton>
      )}
      <SyncPill />
      <span className={styles.end}>
        <HistoryButtons />
        <Button variant="plain" icon={<IconHistory aria-hidden="true" />} onPress={() => open('versions')}>
          <Trans>Versions</Trans>
        </Button>
        <Button variant="ghost" icon={<IconEye aria-hidden="true" />} onPress={() => open('preview')}>
          <Trans>Preview</Trans>
        </Button>
        <PublishButton open={open} />
      </span>
    </header>
  );
}

/** The editor at 1024 px and wider: outline, preview and the form of the selected block. */
export function DesktopEditor({ open }: LayoutProps): ReactElement {
  const { t } = useLingui();
  const { flow, flowBadge } = useEditor();
  useEffect(() => {
    document.title = `${t`Page`} · Haversack`;
  }, [t]);
  return (
    <div className={styles.editor}>
      <RootMark name="fills-screen" />
      <TopBar open={open} />
      <section className={styles.side} aria-label={t`Blocks`}>
        <div className={styles.listHead}>
          <h2>
            <Trans>Blocks</Trans>
          </h2>
          <small className={styles.end}>
            <BlockCount />
          </small>
        </div>
        {isStuck(flowBadge) && <PendingChanges badge={flowBadge} />}
        <BlockList isWide open={open} />
        <p className={styles.footer}>
          <IconLock aria-hidden="true" />
          <Trans>Footer: policy, unsubscribe</Trans>
        </p>
      </section>
      <section className={styles.canvas} aria-label={t`Preview`} lang={flow.lang}>
        <Preview />
      </section>
      <section className={styles.panel} aria-label={t({ message: 'Block', context: 'block of a page' })}>
        <BlockPanel />
        <OfflineNote />
      </section>
    </div>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import { type ReactElement, useState } from 'react';
import { Screen } from '../../../components/app/screen.tsx';
import { isStuck, PendingChanges } from '../../../components/sync/pending-changes.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { StickyBar } from '../../../ui/layout.tsx';
import { BackLink } from '../../../ui/page-header.tsx';
import { BlockCount, BlockList } from './block-list.tsx';
import { BlockSheet } from './block-sheet.tsx';
import styles from './editor.module.css';
import { useEditor } from './editor-context.tsx';
import type { LayoutProps } from './editor-dialogs.tsx';
import { HistoryButtons } from './history-buttons.tsx';
import { PageState } from './page-state.tsx';
import { OfflineNote, PublishButton } from './publish-button.tsx';

function Head({ open }: LayoutProps): ReactElement {
  const { t } = useLingui();
  const { changes } = useEditor();
  return (
    <div className={styles.bar}>
      <PageState />
      {changes.length > 0 && (
        <Button variant="plain" small writes onPress={() => open('publish')}>
          <Trans>Show</Trans>
        </Button>
      )}
      <span className={styles.end}>
        <IconButton aria-label={t`Versions`} onPress={() => open('versions')}>
          <IconHistory aria-hidden="true" />
        </IconButton>
        <IconButton aria-label={t`Page settings`} onPress={() => open('settings')}>
          <IconSettings aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  );
}

/** The editor below 1024 px: the list of blocks, each of which opens in a sheet. */
export function PhoneEditor({ open }: LayoutProps): ReactElement {
  const { t } = useLingui();
  const { flow, flowBadge, blocks, selected, select } = useEditor();
  const [isSorting, setSorting] = useState(false);
  return (
    <Screen
      title={flow.title}
      lang={flow.lang}
      documentTitle={t`Page`}
      back={<BackLink to="/flows">{t`Flows`}</BackLink>}
      narrow
    >
      <div className={styles.page}>
        <Head open={open} />
        {isStuck(flowBadge) && <PendingChanges badge={flowBadge} />}
        <div className={styles.listHead}>
          <h2>
            <Trans>Blocks</Trans>
          </h2>
          <small>
            <BlockCount />
          </small>
          <span className={styles.end}>
            <HistoryButtons />
            {blocks.length > 1 && (
              <Button variant="soft" small aria-pressed={isSorting} onPress={() => setSorting(!isSorting)}>
                {isSorting ? <Trans context="ends sorting">Done</Trans> : <Trans>Reorder</Trans>}
              </Button>
            )}
          </span>
        </div>
        <BlockList isWide={false} isSorting={isSorting} open={open} />
      </div>
      <StickyBar>
        <div className={styles.dock}>
          <Button variant="ghost" icon={<IconEye aria-hidden="true" />} onPress={() => open('preview')}>
            <Trans>Preview</Trans>
          </Button>
          <PublishButton open={open} />
          <OfflineNote />
        </div>
      </StickyBar>
      {selected && <BlockSheet block={selected} onClose={() => select(undefined)} />}
    </Screen>
  );
}

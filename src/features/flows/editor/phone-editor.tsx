import { Trans, useLingui } from '@lingui/react/macro';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { type ReactElement, useState } from 'react';
import { MAX_BLOCKS } from '../../../../contract/landing/values.ts';
import { Screen } from '../../../components/app/screen.tsx';
import { isStuck, PendingChanges } from '../../../components/sync/pending-changes.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { StickyBar } from '../../../ui/layout.tsx';
import { BackLink } from '../../../ui/page-header.tsx';
import { useIsDisconnected } from '../use-name-check.ts';
import { BlockSheet } from './block-sheet.tsx';
import styles from './editor.module.css';
import { useEditor } from './editor-context.tsx';
import type { LayoutProps } from './editor-dialogs.tsx';
import { EmptyPage } from './empty-page.tsx';
import { HistoryButtons } from './history-buttons.tsx';
import { Outline } from './outline.tsx';
import { PageState } from './page-state.tsx';

/** Says why the page cannot be published now. */
export function OfflineNote(): ReactElement | null {
  if (!useIsDisconnected()) return null;
  return (
    <small className={styles.note}>
      <Trans>You need to be online to publish. Your draft is saved on this device.</Trans>
    </small>
  );
}

function Head({ open }: LayoutProps): ReactElement {
  const { t } = useLingui();
  const { changes } = useEditor();
  return (
    <div className={styles.bar}>
      <PageState />
      {changes.length > 0 && (
        <Button variant="plain" small onPress={() => open('publish')}>
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
  const { flow, flowBadge, blocks, selected, select, canAdd } = useEditor();
  const [isSorting, setSorting] = useState(false);
  const count = blocks.length;
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
            <Trans>
              {count} of {MAX_BLOCKS}
            </Trans>
          </small>
          <span className={styles.end}>
            <HistoryButtons />
            {count > 1 && (
              <Button variant="soft" small aria-pressed={isSorting} onPress={() => setSorting(!isSorting)}>
                {isSorting ? <Trans context="ends sorting">Done</Trans> : <Trans>Reorder</Trans>}
              </Button>
            )}
          </span>
        </div>
        {count === 0 ? <EmptyPage /> : <Outline isWide={false} isSorting={isSorting} />}
        <Button
          variant="soft"
          wide
          icon={<IconPlus aria-hidden="true" />}
          isDisabled={!canAdd}
          onPress={() => open('add')}
        >
          <Trans>Add a block</Trans>
        </Button>
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

/** Opens the list of what will be published. It is off while this device is offline. */
export function PublishButton({ open }: LayoutProps): ReactElement {
  return (
    <Button icon={<IconWorld aria-hidden="true" />} isDisabled={useIsDisconnected()} onPress={() => open('publish')}>
      <Trans>Publish</Trans>
    </Button>
  );
}

import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { PublishResult } from '../../../bridge/flow-api.ts';
import { ErrorNotice } from '../../../components/error/error-notice.tsx';
import { isStuck, PendingChanges } from '../../../components/sync/pending-changes.tsx';
import { useStore } from '../../../hooks/store-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useEditor } from '../editor/editor-context.tsx';
import { NameStatus } from '../name-status.tsx';
import { pageUrl, shownAddress } from '../page-url.ts';
import { useIsServerUnreachable, useNameCheck } from '../use-name-check.ts';
import { ChangeList } from './change-list.tsx';
import { AddressForm } from './address-form.tsx';
import { pageProblems, ProblemList } from './problem-list.tsx';
import { PublishedPanel } from './published-panel.tsx';
import { usePublish } from './use-publish.ts';

const refusals = {
  offline: msg`You need to be online to publish. Your draft is saved on this device.`,
  codes: {
    conflict: msg`Another device has changed this page. Look at it again before you publish`,
    landing_incomplete: msg`Fill all empty fields`,
  },
};

/** Explains why the last attempt to publish the page failed. */
function PublishFailure({ result }: { result: PublishResult }): ReactNode {
  if (result.ok) return null;
  if (result.why !== 'unsent') return <ErrorNotice error={result} text={refusals} />;
  return (
    <Banner
      tone="need"
      role="alert"
      title={<Trans>Some changes of this page could not be sent</Trans>}
      action={
        <LinkButton small variant="soft" to="/sync">
          <Trans>Sync centre</Trans>
        </LinkButton>
      }
    >
      <Trans>Resolve them first. Nothing was published.</Trans>
    </Banner>
  );
}

function SheetTitle({ isFirst, count }: { isFirst: boolean; count: number }): ReactElement {
  if (isFirst) return <Trans>Publish this page?</Trans>;
  if (count === 0) return <Trans>No changes to publish</Trans>;
  return <Plural value={count} one="Publish # change?" other="Publish # changes?" />;
}

/**
 * Lists the changes that a publication makes and the problems of the page, and publishes the page. Needs a connection.
 */
export function PublishSheet({ onClose }: { onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const { flow, flowBadge, blocks, changes, baseUrl } = useEditor();
  const isDisconnected = useIsServerUnreachable();
  const { state, publish } = usePublish(flow.id, store.newId);
  const [isEditing, setEditing] = useState(false);
  const check = useNameCheck(flow.unique_name ?? '', flow.id);
  const problems = pageProblems(blocks);
  const visibleBlocks = blocks.filter(({ hidden }) => !hidden);
  const isFirst = flow.published === null;
  const result = state.is === 'done' ? state.result : null;
  const isBlocked = problems.some(({ level }) => level === 'error') || visibleBlocks.length === 0;
  const hasAddress = flow.unique_name !== null;
  // If the server has no origin for landing pages, visitors could not open the published page.
  const hasOrigin = baseUrl !== null;
  const canPublish = !isDisconnected && hasOrigin && !isBlocked && hasAddress && check.state === 'free';
  const footer = result?.ok ? (
    <Button onPress={onClose}>
      <Trans context="closes a sheet">Done</Trans>
    </Button>
  ) : (
    <>
      <Button variant="ghost" onPress={onClose}>
        <Trans>Not now</Trans>
      </Button>
      <Button
        icon={<IconWorld aria-hidden="true" />}
        isDisabled={!canPublish}
        isPending={state.is === 'publishing'}
        writes
        onPress={() => void publish()}
      >
        <Trans>Publish</Trans>
      </Button>
    </>
  );
  if (result?.ok)
    return (
      <Sheet isOpen onClose={onClose} title={<Trans>Published</Trans>} footer={footer}>
        <PublishedPanel url={result.url ?? pageUrl(flow, baseUrl)} title={flow.title} />
      </Sheet>
    );
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<SheetTitle isFirst={isFirst} count={changes.length} />}
      description={hasAddress && shownAddress(flow, baseUrl)}
      footer={footer}
    >
      {isStuck(flowBadge) && <PendingChanges badge={flowBadge} />}
      {!hasOrigin && (
        <Banner tone="need" title={<Trans>This server has no address for pages</Trans>}>
          <Trans>Ask an administrator to set one up. Your draft is saved.</Trans>
        </Banner>
      )}
      {hasAddress && !isEditing ? (
        <span>
          <NameStatus check={check} />{' '}
          <Button variant="plain" small onPress={() => setEditing(true)}>
            <Trans>Change address</Trans>
          </Button>
        </span>
      ) : (
        <AddressForm onDone={() => setEditing(false)} />
      )}
      {result && <PublishFailure result={result} />}
      {visibleBlocks.length === 0 && (
        <Banner tone="need" title={<Trans>The page is empty</Trans>}>
          <Trans>Add a block before you publish.</Trans>
        </Banner>
      )}
      <ProblemList problems={problems} onOpen={onClose} />
      {changes.length > 0 && <ChangeList />}
      {isDisconnected && (
        <Banner tone="wait" role="status" title={t`Publishing needs a connection`}>
          {t(refusals.offline)}
        </Banner>
      )}
    </Sheet>
  );
}

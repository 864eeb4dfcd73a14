import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useState } from 'react';
import { sync } from '../../../bridge/sync.ts';
import type { PageVersion } from '../../../bridge/flow-api.ts';
import { ErrorNotice } from '../../../components/error/error-notice.tsx';
import type { FailureCode } from '../../../components/error/error-messages.ts';
import { useOnlineAction } from '../../../hooks/use-online-action.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { List, Row } from '../../../ui/list.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { useEditor } from '../editor/editor-context.tsx';

type Answer = { ok: true; versions: PageVersion[] } | (FailureCode & { ok: false });

function useVersions(flow_id: string): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    let isMounted = true;
    void sync
      .account('flowVersions', flow_id)
      .catch((): Answer => ({ ok: false, why: 'no_answer' }))
      .then((result) => isMounted && setAnswer(result));
    return () => {
      isMounted = false;
    };
  }, [flow_id]);
  return answer;
}

/** Lists the last published versions, which can replace the draft, and has the button that takes the page down. */
export function VersionsSheet({ onClose }: { onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const { flow } = useEditor();
  const answer = useVersions(flow.id);
  const action = useOnlineAction();
  const [asked, setAsked] = useState<PageVersion | 'unpublish' | null>(null);
  const run = async (): Promise<void> => {
    if (asked === null) return;
    const done =
      asked === 'unpublish'
        ? await action.run(() => sync.account('unpublishFlow', flow.id), t`The page is taken down`)
        : await action.run(() => sync.account('restoreFlowVersion', flow.id, asked.number), t`Version restored`);
    setAsked(null);
    if (done) onClose();
  };
  return (
    <>
      <Sheet
        isOpen
        onClose={onClose}
        title={<Trans>Versions</Trans>}
        description={<Trans>The last 20 publications. Restoring one replaces the draft.</Trans>}
        footer={
          flow.state === 'published' && (
            <Button variant="danger" isPending={action.isPending} writes onPress={() => setAsked('unpublish')}>
              <Trans>Take page down</Trans>
            </Button>
          )
        }
      >
        {action.error && <ErrorNotice error={action.error} />}
        {!answer && <Skeleton rows={3} leading="none" />}
        {answer && !answer.ok && <ErrorNotice error={answer} />}
        {answer?.ok && answer.versions.length === 0 && (
          <EmptyState>
            <Trans>This page was never published.</Trans>
          </EmptyState>
        )}
        {answer?.ok && answer.versions.length > 0 && (
          <List aria-label={t`Versions`}>
            {answer.versions.map((version) => {
              const at = formatDateTime(version.published_at);
              return (
                <Row
                  key={version.number}
                  title={at}
                  wrapTitle
                  subtitle={
                    <>
                      {version.title}, <Plural value={version.blocks} one="# block" other="# blocks" />
                    </>
                  }
                  trailing={
                    <Button
                      variant="soft"
                      small
                      aria-label={t`Restore the version of ${at}`}
                      writes
                      onPress={() => setAsked(version)}
                    >
                      <Trans>Restore</Trans>
                    </Button>
                  }
                />
              );
            })}
          </List>
        )}
      </Sheet>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => void run()}
        isPending={action.isPending}
        isDanger={asked === 'unpublish'}
        title={asked === 'unpublish' ? <Trans>Take the page down?</Trans> : <Trans>Replace the draft?</Trans>}
        confirmLabel={asked === 'unpublish' ? <Trans>Take page down</Trans> : <Trans>Restore</Trans>}
      >
        {asked === 'unpublish' ? (
          <Trans>Visitors can no longer open it. The draft and all versions stay.</Trans>
        ) : (
          <Trans>All blocks of the draft are replaced. The published page stays as it is.</Trans>
        )}
      </ConfirmDialog>
    </>
  );
}

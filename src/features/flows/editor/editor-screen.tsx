import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { Screen } from '../../../components/app/screen.tsx';
import { MissingRecord } from '../../../components/error/missing-record.tsx';
import { useStore } from '../../../hooks/store-context.tsx';
import { useWriteAction } from '../../../hooks/use-write-action.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { BackLink } from '../../../ui/page-header.tsx';
import { LoadingPart, EmptyState, Skeleton } from '../../../ui/states.tsx';
import { RootMark } from '../../../ui/root-mark.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { unarchiveFlow } from '../actions.ts';
import { useLandingUrl } from '../use-landing-url.ts';
import { DesktopEditor } from './desktop-editor.tsx';
import { EditorProvider } from './editor-context.tsx';
import { EditorDialog, type DialogName } from './editor-dialogs.tsx';
import { PhoneEditor } from './phone-editor.tsx';
import { useEditorShortcuts } from './use-editor-shortcuts.ts';
import { type PageContent, usePageEditor, useSavedPage } from './use-page-editor.ts';

const route = getRouteApi('/_member/flows/edit_landing/$flowId');

function Layout({ isWide }: { isWide: boolean }): ReactElement {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  useEditorShortcuts({ onAdd: () => setDialog('add'), onPreview: () => setDialog('preview') });
  return (
    <>
      {isWide ? <DesktopEditor open={setDialog} /> : <PhoneEditor open={setDialog} />}
      <EditorDialog name={dialog} onClose={() => setDialog(null)} />
    </>
  );
}

function OpenEditor({ content, isWide }: { content: PageContent; isWide: boolean }): ReactElement {
  const { block } = route.useSearch();
  const navigate = route.useNavigate();
  // On a phone, opening a form adds an entry to the browser history, so that Back closes the form.
  const select = (id: string | undefined): void =>
    void navigate({ search: { block: id }, replace: isWide || block !== undefined, resetScroll: false });
  const editor = usePageEditor(content, { selectedId: block, select });
  return (
    <EditorProvider value={editor}>
      <Layout isWide={isWide} />
    </EditorProvider>
  );
}

function Archived({ content: { flow } }: { content: PageContent }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const write = useWriteAction();
  return (
    <EmptyState
      action={
        <Button
          variant="soft"
          writes
          onPress={() => void write(() => unarchiveFlow(store, flow), t`Out of the archive, as a draft`)}
        >
          <Trans>Take out of archive</Trans>
        </Button>
      }
    >
      <Trans>This page is archived. Take it out of the archive to edit it.</Trans>
    </EmptyState>
  );
}

/** /flows/edit_landing/{id}: the blocks of a page, their forms and the preview; works offline. */
export function FlowEditorScreen(): ReactElement {
  const { t } = useLingui();
  const { flowId } = route.useParams();
  const content = useSavedPage(flowId);
  const isWide = useMediaQuery('(min-width: 1024px)');
  useLandingUrl(content);
  if (content && content.flow.state !== 'archived')
    return <OpenEditor key={flowId} content={content} isWide={isWide} />;
  if (content === undefined && isWide)
    return (
      <>
        {/* The editor has no rail at the side, so no space must be reserved for one. */}
        <RootMark name="fills-screen" />
        <LoadingPart />
      </>
    );
  return (
    <Screen
      title={content?.flow.title ?? t`Page`}
      documentTitle={t`Page`}
      back={<BackLink to="/flows">{t`Flows`}</BackLink>}
      narrow
    >
      {content === undefined && <Skeleton leading="none" />}
      {content && <Archived content={content} />}
      {content === null && (
        <MissingRecord
          isResend={false}
          action={
            <LinkButton to="/flows" variant="soft">
              <Trans>Flows</Trans>
            </LinkButton>
          }
        >
          <Trans>This flow is not on this device.</Trans>
        </MissingRecord>
      )}
    </Screen>
  );
}

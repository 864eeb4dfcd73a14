import { Trans, useLingui } from '@lingui/react/macro';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import type { Flow } from '../../../contract/entities/flow.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useCopy } from '../../hooks/use-copy.ts';
import { useShare } from '../../hooks/use-share.ts';
import { useSingleFlight, useWriteAction } from '../../hooks/use-write-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type MenuAction, MenuButton } from '../../ui/menu-button.tsx';
import { archiveFlow, deleteFlow, duplicateFlow, unarchiveFlow } from './actions.ts';
import { type BaseUrl, pageUrl } from './page-url.ts';

const MAX_TITLE_CHARS = 80;

export interface FlowMenuProps {
  flow: Flow;
  baseUrl: BaseUrl;
  /** Whether the user has reached the maximum number of flows. */
  isFull: boolean;
}

function useFlowActions({ flow, baseUrl, isFull }: FlowMenuProps, askDelete: () => void): MenuAction[] {
  const { t } = useLingui();
  const store = useStore();
  const navigate = useNavigate();
  const write = useWriteAction();
  const runOnce = useSingleFlight();
  const copy = useCopy({ copied: t`Link copied`, failed: t`Copy error` });
  const share = useShare();
  const url = pageUrl(flow, baseUrl);
  const edit = (): void => void navigate({ to: '/flows/edit_landing/$flowId', params: { flowId: flow.id } });
  const { title } = flow;
  const duplicate = (): void =>
    void runOnce(async () => {
      const flowId = await duplicateFlow(store, flow, t`${title} (copy)`.slice(0, MAX_TITLE_CHARS));
      await navigate({ to: '/flows/edit_landing/$flowId', params: { flowId } });
    });
  const isArchived = flow.state === 'archived';
  return [
    ...(isArchived ? [] : [{ key: 'edit', label: t`Edit page`, onPress: edit }]),
    {
      key: 'duplicate',
      label: t({ message: 'Duplicate', context: 'makes a copy' }),
      isDisabled: isFull,
      writes: true,
      onPress: duplicate,
    },
    ...(flow.state === 'published' && url !== null
      ? [
          { key: 'copy', label: t`Copy link`, onPress: () => void copy(url) },
          { key: 'share', label: t`Share`, onPress: () => void share({ url, title }) },
        ]
      : []),
    isArchived
      ? {
          key: 'unarchive',
          label: t`Take out of archive`,
          writes: true,
          onPress: () => void write(() => unarchiveFlow(store, flow), t`Out of the archive, as a draft`),
        }
      : {
          key: 'archive',
          label: t`Archive`,
          writes: true,
          onPress: () => void write(() => archiveFlow(store, flow), t`Archived`),
        },
    { key: 'delete', label: t`Delete`, writes: true, onPress: askDelete },
  ];
}

/** The menu of a flow. Deleting a flow needs a confirmation, because visitors lose the page. */
export function FlowMenu(props: FlowMenuProps): ReactElement {
  const { flow } = props;
  const { t } = useLingui();
  const store = useStore();
  const write = useWriteAction();
  const [isAsking, setAsking] = useState(false);
  const actions = useFlowActions(props, () => setAsking(true));
  const { title } = flow;
  const confirm = (): void => {
    setAsking(false);
    void write(() => deleteFlow(store, flow), t`Flow deleted`);
  };
  return (
    <>
      <MenuButton aria-label={t`Actions for ${title}`} actions={actions}>
        <IconDots aria-hidden="true" />
      </MenuButton>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={<Trans>Delete “{title}”?</Trans>}
        confirmLabel={<Trans>Delete flow</Trans>}
        isDanger
      >
        {flow.state === 'published' ? (
          <Trans>
            The page is taken down, and its link stops working. Its blocks, versions and figures are deleted. The leads
            stay.
          </Trans>
        ) : (
          <Trans>Its blocks, versions and figures are deleted. The leads stay.</Trans>
        )}
      </ConfirmDialog>
    </>
  );
}

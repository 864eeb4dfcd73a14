import { Trans, useLingui } from '@lingui/react/macro';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useParams, useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Interaction } from '../../../contract/entities/interaction.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useSingleFlight } from '../../hooks/use-write-action.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { deleteCall, editCall, undoDelete } from './actions.ts';
import { CallForm, FORM } from './call-form.tsx';
import { type CallFormApi, callSchema } from './call-values.ts';
import styles from './calls.module.css';
import { type CallDraft, draftOf, fieldsOf } from './draft.ts';
import { PersonField } from './person-field.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { callWithName } from './queries.ts';
import { historyLink } from './history-link.ts';

/** /calls/{id}/edit: lets the author change or delete a logged call. */
export function EditCallScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const { callId: id } = useParams({ from: '/_member/calls/$callId/edit' });
  const loaded = useLiveQuery(async () => ({ id, ...(await callWithName(db, id)) }), [db, id]);
  const record = loaded?.id === id ? loaded : undefined;
  const contact_id = record?.row?.contact_id ?? null;
  const user_id = record?.row?.user_id ?? null;
  const place = historyLink({ contact_id, user_id });
  const label = contact_id === null && user_id === null ? t`Home` : (record?.name ?? '');
  const isAuthor = record?.row?.author_id === actor.user_id;
  return (
    <Screen title={t`Edit entry`} back={<BackLink {...place}>{label}</BackLink>} narrow>
      {!record && <Skeleton leading="none" />}
      {record?.row && isAuthor && <EditCall key={id} row={record.row} name={record.name} />}
      {record && !isAuthor && (
        <EmptyState
          action={
            <LinkButton {...place} variant="soft">
              {label}
            </LinkButton>
          }
        >
          {record.row ? <Trans>Only the author can edit this.</Trans> : <Trans>This call is not on this device.</Trans>}
        </EmptyState>
      )}
    </Screen>
  );
}

interface EntryActions {
  save: (draft: CallDraft) => Promise<void>;
  remove: () => void;
}

/** Returns the actions of a logged call. Each of them afterwards opens the history that contains the call. */
function useEntryActions(row: Interaction, name: string): EntryActions {
  const { t } = useLingui();
  const store = useStore();
  const navigate = useNavigate();
  const toastError = useWriteError();
  const showSavedToast = useSavedToast();
  const runOnce = useSingleFlight();
  const openHistory = (): void => void navigate(historyLink(row));
  const save = async (draft: CallDraft): Promise<void> => {
    const op_id = await editCall(store, row, fieldsOf(draft), name);
    openHistory();
    if (op_id !== null) showSavedToast(op_id, t`Changes saved`);
  };
  const remove = async (): Promise<void> => {
    const op_id = await deleteCall(store, row, name);
    openHistory();
    const undoDeletion = (): void => void undoDelete(store, op_id, row, name).catch(toastError);
    toast(t`Deleted`, { action: { label: t`Undo`, isUndo: true, onPress: undoDeletion } });
  };
  return { save, remove: () => void runOnce(remove) };
}

function EditCall({ row, name }: { row: Interaction; name: string }): ReactElement {
  const store = useStore();
  const { save, remove } = useEntryActions(row, name);
  const form: CallFormApi = useAppForm({
    schema: callSchema(store.now, row),
    initial: draftOf(row, name),
    onSubmit: save,
  });
  return (
    <>
      <CallForm form={form} person={<PersonField value={draftOf(row, name)} />} isNew={false} />
      <div className={styles.delete}>
        <Button variant="ghost" icon={<IconTrash aria-hidden="true" />} writes onPress={remove}>
          <Trans>Delete</Trans>
        </Button>
      </div>
      <StickyBar>
        <Button type="submit" form={FORM}>
          <Trans>Save changes</Trans>
        </Button>
      </StickyBar>
    </>
  );
}

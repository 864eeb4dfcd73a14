import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { ContactCategory } from '../../../contract/entities/contact-category.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { contactsInCategory, deleteCategory, restoreCategory } from './category-actions.ts';

type DeleteCategoryProps = { category: ContactCategory; onClose: () => void };

/** A confirmation before the deletion of a category. It shows the affected contacts. The deletion can be undone. */
export function DeleteCategory({ category, onClose }: DeleteCategoryProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const [isPending, setPending] = useState(false);
  const members = useLiveQuery(async () => contactsInCategory(store.db, category.id), [store, category.id]);
  const { name } = category;
  const remove = async (): Promise<void> => {
    if (!members) return;
    setPending(true);
    const op_id = await deleteCategory(store, category);
    const undoDeletion = (): void => void restoreCategory(store, op_id, category, members).catch(toastError);
    toast(t`Deleted`, { action: { label: t`Undo`, isUndo: true, onPress: undoDeletion } });
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      isDanger
      isPending={isPending || !members}
      onClose={onClose}
      onConfirm={() => void remove().catch((error: unknown) => (onClose(), toastError(error)))}
      title={<Trans>Delete {name}?</Trans>}
      confirmLabel={<Trans>Delete category</Trans>}
    >
      {members?.length === 0 && <Trans>No contacts use this category.</Trans>}
      {members && members.length > 0 && (
        <Plural
          value={members.length}
          one="# contact will lose this category. The contact itself stays."
          other="# contacts will lose this category. The contacts themselves stay."
        />
      )}
    </ConfirmDialog>
  );
}

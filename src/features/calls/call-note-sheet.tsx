import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { interactionFields } from '../../../contract/entities/interaction.ts';
import { z } from '../../../contract/zod.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { FormTextArea } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { requiredText } from '../../forms/schema.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { editCall } from './actions.ts';
import { callWithName } from './queries.ts';

const FORM = 'call-note-form';
const noteSchema = z.object({ note: requiredText(interactionFields.note) });

/** The sheet that adds a note to a call that was just logged. */
export function CallNoteSheet({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const showSavedToast = useSavedToast();
  const form = useAppForm({
    schema: noteSchema,
    initial: { note: '' },
    onSubmit: async ({ note }) => {
      const { row, name } = await callWithName(store.db, id);
      const op_id = row && (await editCall(store, row, { ...row, note }, name));
      onClose();
      if (op_id) showSavedToast(op_id, t`Changes saved`);
    },
  });
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOnOutsidePress={false}
      title={<Trans>Add note</Trans>}
      footer={
        <Button type="submit" form={FORM} isPending={form.isSaving}>
          <Trans>Save note</Trans>
        </Button>
      }
    >
      <Form form={form} id={FORM}>
        <FormTextArea control={form.control} name="note" label={t`Note`} isRequired autoFocus maxLength={4000} />
      </Form>
    </Sheet>
  );
}

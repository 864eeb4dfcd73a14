import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { viewFields, type SavedView } from '../../../contract/entities/saved-view.ts';
import { MAX_SAVED_VIEWS } from '../../../contract/values.ts';
import { z } from '../../../contract/zod.ts';
import { FormTextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { requiredText } from '../../forms/schema.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useSavedToast } from '../sync/saved-toast.ts';
import { createView, editView, nextPosition } from './view-actions.ts';

const FORM = 'view-form';

export interface ViewSheetProps {
  /** The view to rename; null for a new one. */
  view: SavedView | null;
  table: SavedView['table'];
  params: Record<string, string>;
  views: readonly SavedView[];
  /** Called with the id of the saved view. */
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** A form for the name of a new view, or for the new name of a saved one. */
export function ViewSheet({ view, table, params, views, onSaved, onClose }: ViewSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const showSavedToast = useSavedToast();
  const hasRoom = z.refine(() => view !== null || views.length < MAX_SAVED_VIEWS, { error: 'views_full' });
  const form = useAppForm({
    schema: z.object({ name: requiredText(viewFields.name.check(hasRoom)) }),
    initial: { name: view?.name ?? '' },
    onSubmit: async ({ name }) => {
      if (view?.name === name) return onClose();
      const saved = view
        ? { id: view.id, op_id: await editView(store, view, { name }) }
        : await createView(store, { table, name, params, position: nextPosition(views) });
      onClose();
      onSaved(saved.id);
      showSavedToast(saved.op_id, t`View saved`);
      return undefined;
    },
  });
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={view ? <Trans>Rename view</Trans> : <Trans>Save this view</Trans>}
      description={view ? undefined : <Trans>Keeps filters and order. Only you see the view.</Trans>}
      footer={
        <Button type="submit" form={FORM} isPending={form.isSaving}>
          <Trans>Save view</Trans>
        </Button>
      }
    >
      <Form form={form} id={FORM}>
        <FormTextField
          control={form.control}
          name="name"
          label={<Trans>Name</Trans>}
          isRequired
          autoFocus
          autoComplete="off"
        />
      </Form>
    </Sheet>
  );
}

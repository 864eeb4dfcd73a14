import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { flowFields } from '../../../../contract/entities/flow.ts';
import { z } from '../../../../contract/zod.ts';
import { useSavedToast } from '../../../components/sync/saved-toast.ts';
import { FormSelectField, FormTextArea, FormTextField } from '../../../forms/fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { choiceField, orNull, requiredText } from '../../../forms/schema.ts';
import { useAppForm } from '../../../forms/use-app-form.ts';
import { useWriteError } from '../../../forms/use-write-error.ts';
import { isStuck, PendingChanges } from '../../../components/sync/pending-changes.tsx';
import { useStore } from '../../../hooks/store-context.tsx';
import { nativeLanguageNames } from '../../../lib/language-names.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { editFlow, setCover } from '../actions.ts';
import { AddressField } from '../address-field.tsx';
import { useNameCheck } from '../use-name-check.ts';
import { CountedLabel } from './text-fields.tsx';
import styles from './block-form.module.css';
import { useEditor } from './editor-context.tsx';
import { ImagePicker } from './image-picker.tsx';

const FORM = 'page-settings';
const MAX_TITLE_CHARS = 80;
const MAX_DESCRIPTION_CHARS = 300;

const schema = z.object({
  title: requiredText(flowFields.title),
  unique_name: orNull(flowFields.unique_name),
  lang: choiceField(flowFields.lang),
  description: flowFields.description,
});

/** The field for the cover of a page. A cover is saved as soon as it is chosen. */
function CoverField(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const { flow } = useEditor();
  return (
    <FieldGroup label={t`Cover`} isNamed>
      <ImagePicker
        image={flow.cover}
        onTake={(photo) => void setCover(store, flow, photo).catch(toastError)}
        onRemove={() => void setCover(store, flow, null).catch(toastError)}
      />
      <small>
        <Trans>Shown in your list and where people share the link</Trans>
      </small>
    </FieldGroup>
  );
}

/** The form for title, address, language, description and cover of a page. */
export function SettingsSheet({ onClose }: { onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const { flow, flowBadge } = useEditor();
  const showSavedToast = useSavedToast();
  const form = useAppForm({
    schema,
    initial: {
      title: flow.title,
      unique_name: flow.unique_name ?? flow.taken_name ?? '',
      lang: flow.lang as string,
      description: flow.description,
    },
    onSubmit: async ({ unique_name, ...fields }) => {
      const op_id = await editFlow(store, flow, { ...fields, ...(unique_name !== null && { unique_name }) });
      onClose();
      if (op_id !== null) showSavedToast(op_id, t`Changes saved`);
    },
  });
  const [name, description] = useWatch({ control: form.control, name: ['unique_name', 'description'] });
  const check = useNameCheck(name, flow.id);
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOnOutsidePress={false}
      title={<Trans>Page settings</Trans>}
      footer={
        <Button type="submit" form={FORM}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      {isStuck(flowBadge) && <PendingChanges badge={flowBadge} />}
      <CoverField />
      <Form form={form} id={FORM} className={styles.form}>
        <FormTextField
          control={form.control}
          name="title"
          label={<Trans>Title</Trans>}
          maxLength={MAX_TITLE_CHARS}
          isRequired
        />
        <AddressField
          control={form.control}
          name="unique_name"
          check={check}
          description={t`The end of the link: /l/${name || '…'}`}
        />
        <FormSelectField
          control={form.control}
          name="lang"
          label={<Trans>Language of the page</Trans>}
          options={Object.entries(nativeLanguageNames).map(([value, label]) => ({ value, label }))}
        />
        <FormTextArea
          control={form.control}
          name="description"
          label={<CountedLabel label={t`Description`} count={description.length} max={MAX_DESCRIPTION_CHARS} />}
          description={t`Shown by search engines and where people share the link`}
          maxLength={MAX_DESCRIPTION_CHARS}
        />
      </Form>
    </Sheet>
  );
}

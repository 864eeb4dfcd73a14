import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useController } from 'react-hook-form';
import { fieldLabel } from '../../components/field/field-labels.ts';
import { languageLabels } from '../../components/person/person-labels.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import {
  FormComboField,
  FormDateTimeField,
  FormSelectField,
  FormTextArea,
  FormTextField,
} from '../../forms/fields.tsx';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { Form } from '../../forms/form.tsx';
import { RestoredNotice } from '../../forms/restored-notice.tsx';
import { type AppForm, useAppForm } from '../../forms/use-app-form.ts';
import { useDraftAutosave } from '../../forms/use-draft-autosave.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useUndo } from '../../hooks/use-undo.ts';
import { countryOptions } from '../../components/field/countries.ts';
import { toDateInput } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { createLead, editPerson, resendLead } from './actions.ts';
import {
  changedFields,
  deleteLeadDraft,
  type LeadDraft,
  type LeadFields,
  leadSchema,
  saveLeadDraft,
} from './lead-draft.ts';
import { type DuplicateLead, DuplicateLeadsBanner, useDuplicateLeads } from './lead-duplicates.tsx';
import type { InitialForm } from './lead-initial-values.ts';
import { RefusedLead } from './lead-refused.tsx';
import { createPartner } from './partner/actions.ts';
import { ChosenFiles } from './partner/chosen-files.tsx';
import type { ChosenFile } from './partner/prepare-file.ts';
import styles from './people.module.css';
import { TagFields } from './tag-fields.tsx';

const FORM = 'lead-form';

/** The form fields that can be invalid, in the order of the screen. */
const fieldOrder: readonly (keyof LeadDraft)[] = [
  'first_name',
  'last_name',
  'company',
  'phone',
  'email',
  'telegram',
  'city',
  'address',
  'middle_name',
  'date_birth',
  'next_step_at',
  'notes',
  'partner_note',
];

type Lead = AppForm<LeadDraft, LeadFields>;

/**
 * Creates the form of a person and stores its draft. The files of a new partner are not stored, because they are large.
 */
function useLeadForm(
  initialForm: InitialForm,
  files: readonly ChosenFile[],
): { form: Lead; dropDraft: () => Promise<void> } {
  const { t } = useLingui();
  const store = useStore();
  const navigate = useNavigate();
  const undo = useUndo();
  const showSavedToast = useSavedToast();
  const { entry, person, id, country } = initialForm;
  const isNewPartner = initialForm.isPartner && !person;
  const save = async (fields: LeadFields): Promise<string | null> => {
    if (entry) return resendLead(store, entry, person, fields);
    if (isNewPartner) return createPartner(store, id, fields, files);
    if (!person) return createLead(store, id, fields);
    const patch = changedFields(person, fields);
    return Object.keys(patch).length > 0 ? editPerson(store, person, patch) : null;
  };
  const form = useAppForm({
    schema: leadSchema({ person, country, today: toDateInput(store.now()) }),
    initial: initialForm.initial,
    refused: entry?.error?.fields,
    onSubmit: async (fields) => {
      const op_id = await save(fields);
      await dropDraft();
      void navigate({ to: '/user/view-details/$personId', params: { personId: id }, replace: true });
      const done = person ? t`Lead settings updated` : isNewPartner ? t`Partner created` : t`Lead created`;
      if (op_id !== null) showSavedToast(op_id, done, () => undo(op_id));
    },
  });
  const dropDraft = useDraftAutosave(form, {
    save: (draft) => saveLeadDraft(store.db, initialForm.form, { draft, began: person }),
    drop: () => deleteLeadDraft(store.db, initialForm.form),
  });
  return { form, dropDraft };
}

/** The form that adds a lead or edits a person. Its draft is stored while the user types. */
export function LeadForm({ initialForm, onReset }: { initialForm: InitialForm; onReset: () => void }): ReactElement {
  const { t } = useLingui();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const { form, dropDraft } = useLeadForm(initialForm, files);
  const duplicates = useDuplicateLeads(form.control, initialForm);
  const { person, isPartner } = initialForm;
  const isNewPartner = isPartner && !person;
  const labels = Object.fromEntries(fieldOrder.map((name) => [name, t(fieldLabel('people', name).label)]));
  return (
    <>
      <Form
        form={form}
        id={FORM}
        className={styles.leadForm}
        aria-label={person ? t`Edit person` : isPartner ? t`New partner` : t`New lead`}
      >
        {initialForm.entry && <RefusedLead entry={initialForm.entry} />}
        {initialForm.isRestored && <RestoredNotice onReset={() => void dropDraft().then(onReset)} />}
        <ErrorSummary form={form} labels={labels} />
        <Fields control={form.control} person={person} isPartner={isPartner} duplicates={duplicates} />
        {isNewPartner && <ChosenFiles files={files} onChange={setFiles} />}
      </Form>
      <StickyBar>
        <Button type="submit" form={FORM} wide>
          {person ? (
            <Trans>Save</Trans>
          ) : duplicates.length > 0 ? (
            <Trans>Save anyway</Trans>
          ) : isPartner ? (
            <Trans>Add partner</Trans>
          ) : (
            <Trans>Add lead</Trans>
          )}
        </Button>
      </StickyBar>
    </>
  );
}

type FieldsProps = Pick<Lead, 'control'> &
  Pick<InitialForm, 'person' | 'isPartner'> & { duplicates: readonly DuplicateLead[] };

function Fields({ control, person, isPartner, duplicates }: FieldsProps): ReactElement {
  const { t, i18n } = useLingui();
  const today = toDateInput(useStore().now());
  // If a person has a login, only they can change the phone number and email address with which they log in.
  const isEditedByOwner = person?.has_login ?? false;
  return (
    <>
      <div className={styles.pair}>
        <FormTextField control={control} name="first_name" isRequired label={t`First name`} autoComplete="off" />
        <FormTextField control={control} name="last_name" label={t`Last name`} autoComplete="off" />
      </div>
      {isPartner && <FormTextField control={control} name="company" label={t`Company`} autoComplete="organization" />}
      <div className={styles.pair} data-level="true">
        <FormTextField
          control={control}
          name="phone"
          type="tel"
          label={t`Phone`}
          description={isEditedByOwner ? t`Only the account owner can change this` : t`Phone or email required`}
          isDisabled={isEditedByOwner}
          autoComplete="off"
        />
        <FormTextField
          control={control}
          name="email"
          type="email"
          label={t`Email`}
          isDisabled={isEditedByOwner}
          autoComplete="off"
        />
      </div>
      <DuplicateLeadsBanner duplicates={duplicates} />
      <div className={styles.pair}>
        <FormSelectField
          control={control}
          name="language"
          label={t`Language`}
          options={Object.entries(languageLabels).map(([value, languageName]) => ({ value, label: t(languageName) }))}
        />
        <FormTextField control={control} name="telegram" label={t`Telegram`} placeholder="@name" autoComplete="off" />
      </div>
      <div className={styles.pair}>
        <FormComboField
          control={control}
          name="country"
          label={t`Country`}
          placeholder={t`Not specified`}
          options={countryOptions(i18n.locale)}
        />
        <FormTextField control={control} name="city" label={t`City`} autoComplete="off" />
      </div>
      <FormTextField control={control} name="address" label={t`Address`} autoComplete="off" />
      {person && (
        <>
          <FormTextField control={control} name="middle_name" label={t`Middle name`} autoComplete="off" />
          <div className={styles.pair}>
            <FormDateTimeField control={control} name="date_birth" type="date" label={t`Date of birth`} max={today} />
            <FormDateTimeField control={control} name="next_step_at" label={t`Next step`} />
          </div>
        </>
      )}
      <TagsOfLead control={control} />
      <FormTextArea control={control} name="notes" label={t`Notes`} />
      {isPartner && <FormTextArea control={control} name="partner_note" label={t`Note on the partner`} />}
    </>
  );
}

function TagsOfLead({ control }: Pick<Lead, 'control'>): ReactElement {
  const { field: tags } = useController({ control, name: 'tags' });
  const { field: groups } = useController({ control, name: 'groups' });
  return (
    <TagFields
      tags={tags.value}
      groups={groups.value}
      onTags={(change) => tags.onChange(change(tags.value))}
      onGroups={(change) => groups.onChange(change(groups.value))}
    />
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { systemStatuses } from '../../../contract/values.ts';
import { contactStatuses, type ContactStatus } from '../../../contract/filter-values.ts';
import { contactName, contactStatusLabels } from '../../components/contact/contact-labels.ts';
import { FormTextField } from '../../forms/fields.tsx';
import { useFormField } from '../../forms/use-form-field.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { CategoryField } from './category-field.tsx';
import type { InitialForm } from './contact-form-initial-values.ts';
import { PhoneLines } from './contact-form-lines.tsx';
import styles from './contact-form.module.css';
import { DuplicateContactsBanner, type Duplicates } from './duplicates.tsx';
import type { ContactDraft, ContactFields } from './form-draft.ts';
import type { ContactFormApi } from './use-contact-form.ts';

// These dialogs are loaded on demand, since the status "do not contact" is rarely changed.
const LeaveDialogs = lazy(() =>
  import('./do-not-contact-dialogs.tsx').then(({ DoNotContactDialogs: Dialogs }) => ({ default: Dialogs })),
);

export interface MainFieldsProps {
  form: ContactFormApi;
  initialForm: InitialForm;
  duplicates: Duplicates;
}

/** The main fields of a contact: name, number, category and status. */
export function MainFields({ form, initialForm, duplicates }: MainFieldsProps): ReactElement {
  const { control } = form;
  return (
    <>
      <div className={styles.pair}>
        <FormTextField
          control={control}
          name="first_name"
          label={<Trans>First name</Trans>}
          isRequired
          autoComplete="off"
          autoCapitalize="words"
          onLeave={duplicates.look}
        />
        <FormTextField
          control={control}
          name="last_name"
          label={<Trans>Last name</Trans>}
          autoComplete="off"
          autoCapitalize="words"
          onLeave={duplicates.look}
        />
      </div>
      <PhoneLines form={form} country={initialForm.country} onLeave={duplicates.look} />
      <DuplicateContactsBanner found={duplicates.found} edited={initialForm.contact} />
      <div className={styles.pair}>
        <CategoryField form={form} owner_id={initialForm.owner_id} />
        <StatusField form={form} before={initialForm.contact?.status} />
      </div>
    </>
  );
}

const isSystem = (status: ContactStatus): boolean => (systemStatuses as readonly string[]).includes(status);

/**
 * Selects the status of a contact. A status that only the server sets can be kept but not selected. Changing "do not
 * contact" needs two confirmations.
 */
function StatusField({ form, before }: { form: ContactFormApi; before: ContactStatus | undefined }): ReactElement {
  const { t } = useLingui();
  const { control } = form;
  const { value: _, ...field } = useFormField<ContactDraft, ContactFields, ContactStatus>({ control, name: 'status' });
  const status = useWatch({ control, name: 'status' });
  const [pendingStatus, setPendingStatus] = useState<ContactStatus | null>(null);
  const choose = (value: string): void => {
    const next = value as ContactStatus;
    if (status === 'do_not_contact' && before === 'do_not_contact' && next !== status) setPendingStatus(next);
    else field.onChange(next);
  };
  const options = contactStatuses
    .filter((value) => !isSystem(value) || value === status || value === before)
    .map((value) => ({ value, label: t(contactStatusLabels[value]), isDisabled: isSystem(value) && value !== before }));
  return (
    <>
      <SelectField {...field} label={<Trans>Status</Trans>} options={options} value={status} onChange={choose} />
      {pendingStatus !== null && (
        <Suspense>
          <LeaveDialogs
            name={contactName(form.getValues())}
            isOpen
            onClose={() => setPendingStatus(null)}
            onConfirm={() => {
              field.onChange(pendingStatus);
              setPendingStatus(null);
            }}
          >
            <Trans>This person asked not to be called or messaged.</Trans>
          </LeaveDialogs>
        </Suspense>
      )}
    </>
  );
}

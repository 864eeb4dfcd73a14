import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { contactStatuses, systemStatuses, type ContactStatus } from '../../../contract/values.ts';
import { contactName, contactStatusLabels } from '../../components/contact/contact-labels.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CategoryField } from './category-field.tsx';
import styles from './contact-form.module.css';
import { PhoneLines } from './contact-form-lines.tsx';
import { idOf, type ContactForm } from './contact-form-state.ts';

// Loaded on demand: few contacts leave "do not contact".
const LeaveDialogs = lazy(() =>
  import('./contact-view-delete.tsx').then(({ DeleteDialogs: Dialogs }) => ({ default: Dialogs })),
);

/** The main fields: name, number, category and status. */
export function MainFields({ form, notice }: { form: ContactForm; notice: ReactNode }): ReactElement {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          {...form.field('first_name')}
          label={<Trans>First name</Trans>}
          isRequired
          autoComplete="off"
          autoCapitalize="words"
        />
        <TextField
          {...form.field('last_name')}
          label={<Trans>Last name</Trans>}
          autoComplete="off"
          autoCapitalize="words"
        />
      </div>
      <PhoneLines form={form} />
      {notice}
      <div className={styles.pair}>
        <CategoryField field={form.field('category_id')} owner_id={form.began.owner_id} />
        <StatusField form={form} />
      </div>
    </>
  );
}

const isSystem = (status: ContactStatus): boolean => (systemStatuses as readonly string[]).includes(status);

/** A system status can be kept but not selected. Leaving "do not contact" asks twice. */
function StatusField({ form }: { form: ContactForm }): ReactElement {
  const { t } = useLingui();
  const [asked, setAsked] = useState<ContactStatus | null>(null);
  const { status } = form.draft;
  const before = form.began.contact?.status;
  const choose = (value: string): void => {
    const next = value as ContactStatus;
    if (status === 'do_not_contact' && before === 'do_not_contact' && next !== status) setAsked(next);
    else form.set({ status: next });
  };
  const options = contactStatuses
    .filter((value) => !isSystem(value) || value === status || value === before)
    .map((value) => ({ value, label: t(contactStatusLabels[value]), isDisabled: isSystem(value) && value !== before }));
  return (
    <>
      <SelectField
        id={idOf('status')}
        label={<Trans>Status</Trans>}
        options={options}
        value={status}
        errorMessage={form.words('status')}
        onChange={choose}
      />
      {asked !== null && (
        <Suspense>
          <LeaveDialogs
            name={contactName(form.draft)}
            isOpen
            onClose={() => setAsked(null)}
            onConfirm={() => {
              form.set({ status: asked });
              setAsked(null);
            }}
          >
            <Trans>This person asked not to be called or messaged.</Trans>
          </LeaveDialogs>
        </Suspense>
      )}
    </>
  );
}

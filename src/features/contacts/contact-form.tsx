import { Trans, useLingui } from '@lingui/react/macro';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { Form } from '../../forms/form.tsx';
import { RestoredNotice } from '../../forms/restored-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { InitialForm } from './contact-form-initial-values.ts';
import { MainFields } from './contact-form-main.tsx';
import { DiskFullNotice, RefusedNotice, OtherValuesNotice } from './contact-form-notices.tsx';
import styles from './contact-form.module.css';
import { contactPicker } from './contact-picker.tsx';
import { useDuplicateContacts } from './duplicates.tsx';
import { changedDraftFields, emptyDraft } from './form-draft.ts';
import { useFieldLabels } from './form-labels.ts';
import type { ContactsSearch } from './search-params.ts';
import { useContactForm } from './use-contact-form.ts';

const MoreFields = lazy(() => import('./contact-form-more.tsx').then(({ MoreFields: More }) => ({ default: More })));

const FormPicker = lazy(() =>
  import('./contact-form-picker.tsx').then(({ FormPicker: Picker }) => ({ default: Picker })),
);

const FORM = 'contact-form';
const mainFields: readonly string[] = ['first_name', 'last_name', 'phones', 'category_id', 'status'];

const hasMore = ({ initial, contact }: InitialForm): boolean =>
  Boolean(contact?.photo) || changedDraftFields(initial, emptyDraft()).some((name) => !mainFields.includes(name));

type ContactFormProps = {
  initialForm: InitialForm;
  /** The filters of the contact list, for links back to the list. */
  search: ContactsSearch;
  onReset: () => void;
};

/** The form of a contact: the main fields first, the rest under "More". */
export function ContactForm({ initialForm, search, onReset }: ContactFormProps): ReactElement {
  const { t } = useLingui();
  const labels = useFieldLabels();
  const [isOpen, setOpen] = useState(() => hasMore(initialForm));
  const { form, goTo, isDiskFull, theirs } = useContactForm(initialForm, search);
  const duplicates = useDuplicateContacts(form, initialForm);
  const photo = useWatch({ control: form.control, name: 'photo' });
  const saveWithoutPhoto = (): void => {
    form.setValue('photo', 'unchanged');
    void form.submit();
  };
  return (
    <>
      <Form form={form} id={FORM} className={styles.form}>
        {initialForm.entry && <RefusedNotice entry={initialForm.entry} />}
        {initialForm.isRestored && <RestoredNotice onReset={onReset} />}
        <ErrorSummary form={form} labels={labels} missingTitle={t`Please, fill empty fields`} onFocusField={goTo} />
        {!initialForm.contact && !initialForm.entry && contactPicker() && (
          <Suspense>
            <FormPicker form={form} country={initialForm.country} onPicked={duplicates.look} />
          </Suspense>
        )}
        <MainFields form={form} initialForm={initialForm} duplicates={duplicates} />
        {!isOpen && (
          <div className={styles.start}>
            <Button variant="ghost" icon={<IconChevronDown aria-hidden="true" />} onPress={() => setOpen(true)}>
              <Trans>More</Trans>
            </Button>
          </div>
        )}
        {isOpen && (
          <Suspense fallback={<Skeleton leading="none" />}>
            <MoreFields form={form} contact={initialForm.contact} />
          </Suspense>
        )}
        {theirs && <OtherValuesNotice theirs={theirs} />}
        {isDiskFull && <DiskFullNotice onSaveWithoutPhoto={typeof photo === 'string' ? null : saveWithoutPhoto} />}
      </Form>
      <StickyBar>
        <Button type="submit" form={FORM} wide isPending={form.isSaving}>
          {duplicates.found.length > 0 ? <Trans>Save anyway</Trans> : <Trans>Save contact</Trans>}
        </Button>
      </StickyBar>
    </>
  );
}

import { Trans } from '@lingui/react/macro';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { RestoredNotice } from '../../forms/restored-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { InitialForm } from './contact-form-initial-values.ts';
import type { Faults, Place } from './contact-form-check.ts';
import { useKeptForm } from './contact-form-autosave.ts';
import { MainFields } from './contact-form-main.tsx';
import { phoneBook } from './contact-picker.tsx';
import { FullNotice, RefusedNotice, Summary, TheirsNotice } from './contact-form-notices.tsx';
import { useSaving } from './contact-form-save.ts';
import styles from './contact-form.module.css';
import { idOf, useContactForm } from './contact-form-state.ts';
import { DuplicateContactsBanner, useDuplicateContacts } from './duplicates.tsx';
import { differences, emptyDraft, type ContactDraft, type PhotoChange } from './form-draft.ts';

const MoreFields = lazy(() => import('./contact-form-more.tsx').then(({ MoreFields: More }) => ({ default: More })));

const FormPicker = lazy(() =>
  import('./contact-form-picker.tsx').then(({ FormPicker: Picker }) => ({ default: Picker })),
);

const FORM = 'contact-form';
const main: readonly string[] = ['first_name', 'last_name', 'phones', 'category_id', 'status'];

const isMain = (place: Place): boolean => main.includes(place.split(':')[0] ?? '');

const hasMore = (draft: ContactDraft): boolean => differences(draft, emptyDraft()).some((name) => !isMain(name));

/** Fields the server rejected, if it named them. */
function refusedFields({ entry, initial }: InitialForm): Faults {
  const named = Object.entries(entry?.error?.code === 'conflict' ? {} : (entry?.error?.fields ?? {}));
  const told = named.filter(([name, code]) => name in initial && typeof code === 'string');
  return Object.fromEntries(told.map(([name, code]) => [name, String(code)]));
}

/** Id to focus; a list is focused at its first line. */
function focusOn(place: Place): void {
  const found = document.getElementById(idOf(place));
  const target = found instanceof HTMLFieldSetElement ? found.querySelector('input') : found;
  target?.focus();
}

type ContactFormProps = {
  initialForm: InitialForm;
  onReset: () => void;
};

/** All fields of a contact: the main ones first, the rest under "More". */
export function ContactForm({ initialForm, onReset }: ContactFormProps): ReactElement {
  const form = useContactForm(initialForm, refusedFields(initialForm));
  const twins = useDuplicateContacts(form);
  const { draft, photo, faults } = form;
  const dropDraft = useKeptForm({ form: initialForm.form, draft, began: initialForm.contact, photo });
  const { save, isPending, isFull, theirs } = useSaving(initialForm, dropDraft);
  const [isSummed, setSummed] = useState(false);
  const [isOpen, setOpen] = useState(
    () => hasMore(initialForm.initial) || photo !== undefined || Boolean(initialForm.contact?.photo),
  );
  const [goal, setGoal] = useState<{ place: Place } | null>(null);
  useEffect(() => {
    if (goal) focusOn(goal.place);
  }, [goal]);
  const go = (place: Place): void => {
    if (!isMain(place)) setOpen(true);
    setGoal({ place });
  };
  const submit = async (chosen: PhotoChange): Promise<void> => {
    const { fields, faults: found } = await form.check();
    setSummed(!fields);
    if (fields) await save(fields, chosen);
    else go(Object.keys(found)[0] ?? '');
  };
  return (
    <>
      <form
        id={FORM}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit(photo);
        }}
      >
        {initialForm.entry && <RefusedNotice entry={initialForm.entry} />}
        {initialForm.isRestored && <RestoredNotice onReset={onReset} />}
        {isSummed && <Summary faults={faults} onGo={go} />}
        {!initialForm.contact && !initialForm.entry && phoneBook() && (
          <Suspense>
            <FormPicker form={form} />
          </Suspense>
        )}
        <MainFields form={form} notice={<DuplicateContactsBanner twins={twins} />} />
        {!isOpen && (
          <div className={styles.start}>
            <Button variant="ghost" icon={<IconChevronDown aria-hidden="true" />} onPress={() => setOpen(true)}>
              <Trans>More</Trans>
            </Button>
          </div>
        )}
        {isOpen && (
          <Suspense fallback={<Skeleton leading="none" />}>
            <MoreFields form={form} onShown={() => void (goal && focusOn(goal.place))} />
          </Suspense>
        )}
        {theirs && <TheirsNotice theirs={theirs} />}
        {isFull && <FullNotice onWithout={photo ? () => void submit(undefined) : null} />}
      </form>
      <StickyBar>
        <Button type="submit" form={FORM} wide isPending={isPending}>
          {twins.length > 0 ? <Trans>Save anyway</Trans> : <Trans>Save contact</Trans>}
        </Button>
      </StickyBar>
    </>
  );
}

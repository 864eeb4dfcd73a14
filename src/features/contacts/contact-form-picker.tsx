import { Trans } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { formatPhone } from '../../lib/phone.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { ContactPickerButton, contactPicker } from './contact-picker.tsx';
import styles from './contact-form.module.css';
import { changedDraftFields, draftOf, emptyDraft } from './form-draft.ts';
import { contactNamesByNumber, candidatesOf, type Candidate, type ParsedCard } from './import-cards.ts';
import { ImportPreview } from './import-preview.tsx';
import { useNumberTypes } from './import-labels.ts';
import type { ContactFormApi } from './use-contact-form.ts';

export interface FormPickerProps {
  form: ContactFormApi;
  /** Country of the user's account. */
  country: string | null;
  onPicked: () => void;
}

/**
 * Fills the form from the device's contacts. If the user picks several people, these are previewed and saved together.
 */
export function FormPicker({ form, country, onPicked }: FormPickerProps): ReactElement | null {
  const store = useStore();
  const kinds = useNumberTypes();
  const [pickedCandidates, setPickedCandidates] = useState<readonly Candidate[] | null>(null);
  if (!contactPicker()) return null;
  const fillForm = async (cards: readonly ParsedCard[]): Promise<void> => {
    const reading = { country, now: store.now(), kinds };
    const candidates = await candidatesOf(cards, await contactNamesByNumber(store.db), reading);
    const [first] = candidates;
    if (candidates.length > 1) return setPickedCandidates(candidates);
    if (!first?.fields) return;
    const picked = await draftOf(first.fields, formatPhone);
    // Only fields that the picked contact has are set, so that other typed values stay.
    const names = changedDraftFields(picked, emptyDraft());
    for (const name of names) form.setValue(name, picked[name], { shouldDirty: true });
    form.clearErrors(names);
    onPicked();
  };
  return (
    <div className={styles.start}>
      <ContactPickerButton onPicked={(cards) => void fillForm(cards)} />
      {pickedCandidates && (
        <Sheet
          isOpen
          size="l"
          closesOnOutsidePress={false}
          onClose={() => setPickedCandidates(null)}
          title={<Trans>Save contacts</Trans>}
        >
          <ImportPreview candidates={pickedCandidates} onRestart={() => setPickedCandidates(null)} />
        </Sheet>
      )}
    </div>
  );
}

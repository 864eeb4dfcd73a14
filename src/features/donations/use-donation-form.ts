import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Donation } from '../../../contract/entities/donation.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { similarDonation } from '../../db/queries/donations.ts';
import { deleteDraft, saveDraft } from '../../forms/drafts.ts';
import { type AppForm, useAppForm } from '../../forms/use-app-form.ts';
import { useDraftAutosave } from '../../forms/use-draft-autosave.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useUndo } from '../../hooks/use-undo.ts';
import { correctDonation, type EnteredDonation, resendDonation, submitDonation } from './actions.ts';
import {
  type DonationDraft,
  type DonationOutput,
  donationSchema,
  findDonor,
  enteredDonationOf,
} from './form-values.ts';
import type { InitialForm } from './initial-form.ts';

export type DonationForm = AppForm<DonationDraft, DonationOutput>;

/** A possible duplicate of the donation: a row on this device, or a donation that is only on the server. */
export type SimilarDonation = Donation | 'on_server';

interface DonationFormState {
  form: DonationForm;
  dropDraft: () => Promise<void>;
  /**
   * The donation that this one may duplicate. If it is set, the next submit confirms that this one is not a duplicate.
   */
  similar: SimilarDonation | null;
}

/** Creates the donation form and stores its draft. A possible duplicate is saved only on the second submit. */
export function useDonationForm(initialForm: InitialForm): DonationFormState {
  const { t } = useLingui();
  const store = useStore();
  const navigate = useNavigate();
  const undo = useUndo();
  const showSavedToast = useSavedToast();
  const { id, donors, donation, entry, hasPhoto, name } = initialForm;
  const isRefusedDuplicate = entry?.error?.code === 'donation_duplicate';
  const [similar, setSimilar] = useState<SimilarDonation | null>(isRefusedDuplicate ? 'on_server' : null);
  const save = (donor_id: string, entered: EnteredDonation): Promise<string> => {
    if (entry) return resendDonation(store, entry, entered);
    if (donation) return correctDonation(store, donation, entered);
    return submitDonation(store, id, findDonor(donors, donor_id)!, entered);
  };
  const form = useAppForm({
    schema: donationSchema({ now: store.now, hasPhoto }),
    initial: initialForm.initial,
    refused: entry?.error?.fields,
    onSubmit: async (output) => {
      const entered = enteredDonationOf(output);
      const payment = { id, donor_id: output.donor_id, ...entered.fields };
      const similarStored = similar === null ? await similarDonation(store.db, payment) : null;
      if (similarStored) return setSimilar(similarStored);
      const op_id = await save(output.donor_id, { ...entered, is_no_duplicate: similar !== null });
      await dropDraft();
      void navigate({ to: '/donations/$donationId', params: { donationId: id }, replace: true });
      showSavedToast(op_id, donation ? t`Changes saved` : t`Donation created`, () => undo(op_id));
    },
  });
  const { subscribe } = form;
  useEffect(() => {
    const reset = ({ name: changed }: { name?: string | undefined }): void => {
      if (changed && ['donor_id', 'amount', 'method', 'paid_at'].includes(changed)) setSimilar(null);
    };
    return subscribe({ formState: { values: true }, callback: reset });
  }, [subscribe]);
  const dropDraft = useDraftAutosave(form, {
    save: (draft) => saveDraft(store.db, name, draft),
    drop: () => deleteDraft(store.db, name),
  });
  return { form, dropDraft, similar };
}

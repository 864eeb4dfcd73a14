import { useRef } from 'react';
import { sync } from '../../bridge/sync.ts';
import type { CardDonation } from '../../bridge/account-api.ts';
import { deleteDraft, saveDraft, savedDraft } from '../../forms/drafts.ts';
import { type AppForm, useAppForm } from '../../forms/use-app-form.ts';
import { useDraftAutosave } from '../../forms/use-draft-autosave.ts';
import { useInitialValues } from '../../forms/use-initial-values.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { PaymentUrl } from '../../bridge/results.ts';
import { type CardDraft, cardSchema, emptyCardDraft } from './card-form-values.ts';

const DRAFT = 'donation:card';

export interface InitialCardForm {
  initial: CardDraft;
  isRestored: boolean;
  round: number;
}

/**
 * Returns the initial values of the form, from the stored draft if there is one, and a function that resets the form.
 */
export function useInitialCardForm(): [InitialCardForm | null | undefined, () => void] {
  const { db } = useStore();
  return useInitialValues(
    async (round) => {
      const saved = round > 0 ? null : ((await savedDraft(db, DRAFT)) as Partial<CardDraft> | null);
      return { initial: { ...emptyCardDraft, ...saved }, isRestored: saved !== null, round };
    },
    () => deleteDraft(db, DRAFT),
  );
}

export type CardForm = AppForm<CardDraft, Omit<CardDonation, 'id'>>;

interface CardFormState {
  form: CardForm;
  dropDraft: () => Promise<void>;
  /** Requests the URL of the payment page; resolves to null if the form is invalid. */
  requestPage: () => Promise<PaymentUrl | null>;
}

/** Creates the form of a card donation and stores its draft. */
export function useCardForm({ initial }: InitialCardForm): CardFormState {
  const store = useStore();
  // Donation ids by form values: a request that is repeated after a lost response must not create a second donation.
  const ids = useRef(new Map<string, string>());
  const idOf = (donation: object): string => {
    const values = JSON.stringify(donation);
    const id = ids.current.get(values) ?? store.newId();
    ids.current.set(values, id);
    return id;
  };
  const form = useAppForm({ schema: cardSchema, initial, onSubmit: () => Promise.resolve() });
  const dropDraft = useDraftAutosave(form, {
    save: (draft) => saveDraft(store.db, DRAFT, draft),
    drop: () => deleteDraft(store.db, DRAFT),
  });
  const requestPage = async (): Promise<PaymentUrl | null> => {
    const outputs: Omit<CardDonation, 'id'>[] = [];
    await form.handleSubmit((output) => void outputs.push(output))();
    const [donation] = outputs;
    if (!donation) return null;
    const result = await sync.account('donate', { ...donation, id: idOf(donation) });
    // The draft is not needed any more: the donation can now be paid from the list of donations.
    if (result.ok && result.url !== '') await dropDraft();
    return result;
  };
  return { form, dropDraft, requestPage };
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { useWriteError } from '../../forms/use-write-error.ts';
import { languageNames } from '../../components/person/person-labels.ts';
import { RestoredNotice } from '../../forms/restored-notice.tsx';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useUndo } from '../../hooks/use-undo.ts';
import { countryOptions } from '../../lib/countries.ts';
import { toDateInput } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { createLead, editPerson, resendLead } from './actions.ts';
import type { Beginning } from './lead-initial-values.ts';
import {
  changedFields,
  checkLead,
  places,
  saveLeadDraft,
  type Faults,
  type LeadDraft,
  type LeadFields,
  type Place,
} from './lead-draft.ts';
import { RefusedLead } from './lead-refused.tsx';
import { DuplicateLeadsBanner, useDuplicateLeads, type DuplicateLead } from './lead-duplicates.tsx';
import styles from './people.module.css';
import { TagFields } from './tag-fields.tsx';

const FORM = 'lead-form';

type TextPlace = Exclude<Place, 'tags' | 'groups'>;

/** What the server did not take, at its fields. */
function refusedFields({ entry }: Beginning): Faults {
  const named = Object.entries(entry?.error?.fields ?? {});
  const told = named.filter(([name, code]) => (places as string[]).includes(name) && typeof code === 'string');
  return Object.fromEntries(told);
}

function useSaving(begin: Beginning): (fields: LeadFields) => Promise<void> {
  const { t } = useLingui();
  const store = useStore();
  const { history } = useRouter();
  const failure = useWriteError();
  const undo = useUndo();
  const say = useSavedToast();
  const isBusy = useRef(false);
  const run = async (fields: LeadFields): Promise<string | null> => {
    const { entry, person, id } = begin;
    if (entry) return resendLead(store, entry, person, fields);
    if (!person) return createLead(store, id, fields);
    const patch = changedFields(person, fields);
    return Object.keys(patch).length > 0 ? editPerson(store, person, patch) : null;
  };
  return async (fields) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const op_id = await run(fields);
      await saveLeadDraft(store.db, begin.form, null);
      history.replace(`/user/view-details/${begin.id}`);
      const done = begin.person ? t`Lead settings updated` : t`Lead created`;
      if (op_id !== null) say(op_id, done, () => undo(op_id));
    } catch (error) {
      failure(error);
    } finally {
      isBusy.current = false;
    }
  };
}

/** A lead by hand, or what is known of somebody. Kept on the phone while it is written. */
export function LeadForm({ begin, onAnew }: { begin: Beginning; onAnew: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const { db } = store;
  const [draft, setDraft] = useState(begin.initial);
  const [faults, setFaults] = useState<Faults>(() => refusedFields(begin));
  const [goal, setGoal] = useState<{ place: Place } | null>(null);
  const save = useSaving(begin);
  const twins = useDuplicateLeads(draft, begin);
  useEffect(() => {
    if (goal) document.getElementById(`lead-${goal.place}`)?.focus();
  }, [goal]);
  const set = (change: Partial<LeadDraft>): void => {
    const next = { ...draft, ...change };
    setDraft(next);
    setFaults((known) => ({ ...known, ...Object.fromEntries(Object.keys(change).map((name) => [name, undefined])) }));
    void saveLeadDraft(db, begin.form, next, begin.person).catch(() => {});
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const today = toDateInput(store.now());
    const { faults: found, fields } = await checkLead(draft, { kept: begin.person, country: begin.country, today });
    setFaults(found);
    if (fields) return save(fields);
    setGoal({ place: places.find((place) => found[place] !== undefined) ?? 'first_name' });
  };
  const of = (name: TextPlace) => {
    const code = faults[name];
    const text = code === 'in_future' ? t`This is in the future` : code && t(errorText(code));
    return {
      id: `lead-${name}`,
      value: draft[name],
      onChange: (value: string) => set({ [name]: value }),
      ...(text && { errorMessage: text }),
    };
  };
  const { person } = begin;
  const isMissing = Object.values(faults).some((code) => code === 'required' || code === 'phone_or_email');
  return (
    <>
      <form
        id={FORM}
        className={styles.form}
        noValidate
        aria-label={person ? t`Edit person` : t`New lead`}
        onSubmit={(event) => void submit(event)}
      >
        {begin.entry && <RefusedLead entry={begin.entry} />}
        {begin.isRestored && <RestoredNotice onAnew={onAnew} />}
        {isMissing && (
          <Banner tone="need" role="alert">
            <Trans>Please, fill all necessary fields</Trans>
          </Banner>
        )}
        <Fields of={of} person={person} draft={draft} set={set} twins={twins} />
      </form>
      <StickyBar>
        <Button type="submit" form={FORM} wide>
          {person ? <Trans>Save</Trans> : twins.length > 0 ? <Trans>Save anyway</Trans> : <Trans>Add lead</Trans>}
        </Button>
      </StickyBar>
    </>
  );
}

interface FieldOf {
  id: string;
  value: string;
  onChange: (value: string) => void;
  errorMessage?: string;
}

interface FieldsProps {
  of: (name: TextPlace) => FieldOf;
  person: Person | null;
  draft: LeadDraft;
  set: (change: Partial<LeadDraft>) => void;
  twins: readonly DuplicateLead[];
}

function Fields({ of, person, draft, set, twins }: FieldsProps): ReactElement {
  const { t, i18n } = useLingui();
  // What opens an account is changed by its owner alone.
  const isOwners = person?.has_login ?? false;
  return (
    <>
      <div className={styles.pair}>
        <TextField {...of('first_name')} isRequired label={t`First name`} autoComplete="off" />
        <TextField {...of('last_name')} label={t`Last name`} autoComplete="off" />
      </div>
      <div className={styles.pair}>
        <TextField
          {...of('phone')}
          type="tel"
          label={t`Phone`}
          description={isOwners ? t`Only the account owner can change this` : t`Phone or email required`}
          isDisabled={isOwners}
          autoComplete="off"
        />
        <TextField {...of('email')} type="email" label={t`Email`} isDisabled={isOwners} autoComplete="off" />
      </div>
      <DuplicateLeadsBanner twins={twins} />
      <div className={styles.pair}>
        <SelectField
          {...of('language')}
          label={t`Language`}
          options={Object.entries(languageNames).map(([value, words]) => ({ value, label: t(words) }))}
        />
        <TextField {...of('telegram')} label={t`Telegram`} placeholder="@name" autoComplete="off" />
      </div>
      <div className={styles.pair}>
        <SelectField
          {...of('country')}
          label={t`Country`}
          placeholder={t`Not specified`}
          options={countryOptions(i18n.locale)}
        />
        <TextField {...of('city')} label={t`City`} autoComplete="off" />
      </div>
      <TextField {...of('address')} label={t`Address`} autoComplete="off" />
      {person && (
        <>
          <TextField {...of('middle_name')} label={t`Middle name`} autoComplete="off" />
          <div className={styles.pair}>
            <DateTimeField {...of('date_birth')} type="date" label={t`Date of birth`} />
            <DateTimeField {...of('next_step_at')} label={t`Next step`} />
          </div>
        </>
      )}
      <TagFields
        tags={draft.tags}
        groups={draft.groups}
        onTags={(tags) => set({ tags })}
        onGroups={(groups) => set({ groups })}
      />
      <TextArea {...of('notes')} label={t`Notes`} />
    </>
  );
}

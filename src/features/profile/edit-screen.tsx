import { Trans, useLingui } from '@lingui/react/macro';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import { useRouter } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type FormEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { Me } from '../../../contract/entities/me.ts';
import { languages } from '../../../contract/values.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { errorText } from '../../components/error/error-text.tsx';
import { useWriteError } from '../../forms/use-write-error.ts';
import { RestoredNotice } from '../../forms/restored-notice.tsx';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useUndo } from '../../hooks/use-undo.ts';
import { countryOptions } from '../../lib/countries.ts';
import { inputOf } from '../../lib/date-input.ts';
import { languageNames } from '../../lib/language-names.ts';
import { zoneOptions } from '../../lib/zone-options.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { List, Row } from '../../ui/list.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { saveProfile, saveSettings } from './actions.ts';
import { AvatarField } from './avatar-field.tsx';
import { changesOf, keepChanges, keptChanges } from './draft.ts';
import { changedFields, checkProfile, draftOf, type Faults, places, type ProfileDraft } from './profile-form.ts';
import styles from './profile.module.css';
import { savedMe } from './queries.ts';
import { useSaving } from './use-saving.ts';

/** Saves what was changed; nothing changed is saved at once. */
function useSave(began: Me): { isSaving: boolean; save: (draft: ProfileDraft) => Promise<void> } {
  const { t } = useLingui();
  const store = useStore();
  const { prefer } = useApp();
  const { history } = useRouter();
  const undo = useUndo();
  const say = useSavedToast();
  const { isSaving, saving } = useSaving();
  const write = async (draft: ProfileDraft): Promise<string | null> => {
    const change = changedFields(began, draft);
    const op_id = change && (await saveProfile(store, change));
    const language = languages.find((one) => one === draft.language);
    if (language && language !== began.language) {
      await saveSettings(store, { language });
      await prefer({ language });
    }
    await keepChanges(store.db, {});
    return op_id;
  };
  const save = async (draft: ProfileDraft): Promise<void> => {
    const isSame = Object.keys(changesOf(began, draft)).length === 0;
    const op_id = isSame ? null : await saving(() => write(draft));
    history.replace('/profile/view');
    if (op_id) say(op_id, t`Profile successfully updated`, () => undo(op_id));
  };
  return { isSaving, save };
}

interface Beginning {
  me: Me;
  /** What was typed before, and not saved. */
  kept: Partial<ProfileDraft>;
}

/** The form's state, and what saves it. */
function useProfileForm({ me, kept }: Beginning) {
  const { t } = useLingui();
  const store = useStore();
  const failure = useWriteError();
  const isBusy = useRef(false);
  // What another phone changes meanwhile does not jump under the fingers: changed here counts what was changed here.
  const [began] = useState(me);
  const [draft, setDraft] = useState(() => ({ ...draftOf(me), ...kept }));
  const [faults, setFaults] = useState<Faults>({});
  const { isSaving, save } = useSave(began);
  const set = (change: Partial<ProfileDraft>): void => {
    const next = { ...draft, ...change };
    setDraft(next);
    setFaults((known) => ({ ...known, ...Object.fromEntries(Object.keys(change).map((name) => [name, undefined])) }));
    void keepChanges(store.db, changesOf(began, next)).catch(() => {});
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy.current) return;
    const found = checkProfile(draft, inputOf(store.now()).slice(0, 10));
    setFaults(found);
    const first = places.find((name) => found[name] !== undefined);
    if (first) return document.getElementById(`profile-${first}`)?.focus();
    isBusy.current = true;
    save(draft)
      .catch(failure)
      .finally(() => {
        isBusy.current = false;
      });
  };
  const field = (name: keyof ProfileDraft) => {
    const code = faults[name];
    const text = code === 'in_future' ? t`This is in the future` : code && t(errorText(code));
    const own = { id: `profile-${name}`, value: draft[name], onChange: (value: string) => set({ [name]: value }) };
    return text ? { ...own, errorMessage: text } : own;
  };
  return { field, submit, isSaving };
}

function ProfileForm({ begin, onAnew }: { begin: Beginning; onAnew: () => void }): ReactElement {
  const { t, i18n } = useLingui();
  const { me, kept } = begin;
  const { field, submit, isSaving } = useProfileForm(begin);
  const allZones = useMemo(() => zoneOptions(me.time_zone), [me.time_zone]);
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t`Profile`}>
      {Object.keys(kept).length > 0 && <RestoredNotice onAnew={onAnew} />}
      <TextField {...field('first_name')} isRequired label={t`First name`} autoComplete="given-name" />
      <TextField {...field('middle_name')} label={t`Middle name`} autoComplete="additional-name" />
      <TextField {...field('last_name')} label={t`Last name`} autoComplete="family-name" />
      <TextField {...field('telegram')} label={t`Telegram`} placeholder="@name" autoComplete="off" />
      <SelectField
        {...field('country')}
        label={t`Country`}
        placeholder={t`Not specified`}
        options={countryOptions(i18n.locale)}
      />
      <TextField {...field('city')} label={t`City`} autoComplete="address-level2" />
      <SelectField {...field('time_zone')} label={t`Time zone`} options={allZones} />
      <DateTimeField {...field('date_birth')} type="date" label={t`Date of birth`} />
      <SelectField
        {...field('language')}
        label={t`Language`}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <div>
        <Button type="submit" isPending={isSaving}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}

function Elsewhere({ me }: { me: Me }): ReactElement {
  const { t } = useLingui();
  const arrow = <IconChevronRight aria-hidden="true" />;
  return (
    <List aria-label={t`More`}>
      <Row
        href="/profile/edit/email"
        leading={<IconMail aria-hidden="true" />}
        title={t`Email`}
        subtitle={me.email ?? t`None`}
        trailing={arrow}
      />
      <Row
        href="/profile/edit/phone"
        leading={<IconPhone aria-hidden="true" />}
        title={t`Phone`}
        subtitle={me.phone ?? t`None`}
        trailing={arrow}
      />
    </List>
  );
}

/** What the form begins with; `anew` forgets what was typed before. Read once: what is typed is kept meanwhile. */
function useBeginning(): { begin: (Beginning & { round: number }) | null; me: Me | null; anew: () => Promise<void> } {
  const store = useStore();
  const me = useLiveQuery(() => savedMe(store), [store]);
  const [kept, setKept] = useState<{ round: number; changes: Partial<ProfileDraft> } | null>(null);
  useEffect(() => {
    void keptChanges(store.db).then((changes) => setKept({ round: 0, changes }));
  }, [store]);
  const anew = async (): Promise<void> => {
    await keepChanges(store.db, {});
    setKept((known) => ({ round: (known?.round ?? 0) + 1, changes: {} }));
  };
  const begin = me && kept ? { me, kept: kept.changes, round: kept.round } : null;
  return { begin, me: me ?? null, anew };
}

/** /profile/edit: with or without the network; an e-mail address and a phone number have screens of their own. */
export function ProfileEditScreen(): ReactElement {
  const { t } = useLingui();
  const { begin, me, anew } = useBeginning();
  return (
    <Screen title={t`Edit profile`} back={{ href: '/profile/view', label: t`Profile` }} narrow>
      {me && begin ? (
        <Stack gap="l">
          <AvatarField me={me} />
          <Card>
            <ProfileForm key={begin.round} begin={begin} onAnew={() => void anew()} />
          </Card>
          <Elsewhere me={me} />
        </Stack>
      ) : (
        <Skeleton leading="circle" rows={5} />
      )}
    </Screen>
  );
}

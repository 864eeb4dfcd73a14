import { Trans, useLingui } from '@lingui/react/macro';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import type { Me } from '../../../contract/entities/me.ts';
import { languages } from '../../../contract/preference-values.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { deleteDraft, saveDraft, savedDraft } from '../../forms/drafts.ts';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { FormComboField, FormDateTimeField, FormSelectField, FormTextField } from '../../forms/fields.tsx';
import { Form, SubmitButton } from '../../forms/form.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useDraftAutosave } from '../../forms/use-draft-autosave.ts';
import { RestoredNotice } from '../../forms/restored-notice.tsx';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { Screen } from '../../components/app/screen.tsx';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useUndo } from '../../hooks/use-undo.ts';
import { countryOptions } from '../../components/field/countries.ts';
import { zoneOptions } from '../../lib/intl-formats.ts';
import { nativeLanguageNames } from '../../lib/language-names.ts';
import { toDateInput } from '../../lib/dates.ts';
import { Card, Stack } from '../../ui/card.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { saveProfile, saveSettings } from './actions.ts';
import { AvatarField } from './avatar-field.tsx';
import {
  changedProfile,
  changedValues,
  type Profile,
  profileSchema,
  type ProfileValues,
  profileValuesOf,
} from './profile-form.ts';
import styles from './profile.module.css';
import { savedMe } from './queries.ts';
import { BackLink } from '../../ui/page-header.tsx';
import { useSaving } from '../../hooks/use-saving.ts';

const DRAFT = 'profile';

/** Returns a function that saves the changed fields of the profile. If nothing has changed, it succeeds immediately. */
function useSave(before: Me): (profile: Profile, values: ProfileValues) => Promise<string | null> {
  const store = useStore();
  const { setPreferences } = useApp();
  const { saving } = useSaving();
  const write = async (profile: Profile): Promise<string | null> => {
    const change = changedProfile(before, profile);
    const op_id = change && (await saveProfile(store, change));
    const { language } = profile;
    if (language !== before.language) {
      await saveSettings(store, { language });
      await setPreferences({ language });
    }
    return op_id;
  };
  return async (profile, values) => {
    const isUnchanged = Object.keys(changedValues(before, values)).length === 0;
    return isUnchanged ? null : saving(() => write(profile));
  };
}

interface InitialProfile {
  me: Me;
  /** The values of the stored draft, which contains only changed fields. */
  draft: Partial<ProfileValues>;
}

/** Creates the profile form and stores its draft, which contains only changed fields. */
function useProfileForm({ me, draft }: InitialProfile) {
  const { t } = useLingui();
  const store = useStore();
  const navigate = useNavigate();
  const undo = useUndo();
  const showSavedToast = useSavedToast();
  // The values when the form was opened. They stay fixed: changes from other devices must not alter the open form, and
  // only fields that were edited here count as changed.
  const [before] = useState(me);
  const save = useSave(before);
  const form = useAppForm({
    schema: profileSchema(toDateInput(store.now())),
    initial: { ...profileValuesOf(me), ...draft },
    onSubmit: async (profile, values) => {
      const op_id = await save(profile, values);
      await dropDraft();
      void navigate({ to: '/profile/view', replace: true });
      if (op_id) showSavedToast(op_id, t`Profile successfully updated`, () => undo(op_id));
    },
  });
  const deleteSavedDraft = (): Promise<void> => deleteDraft(store.db, DRAFT);
  const dropDraft = useDraftAutosave(form, {
    drop: deleteSavedDraft,
    save: async (values) => {
      const changes = changedValues(before, values);
      if (Object.keys(changes).length === 0) await deleteSavedDraft();
      else await saveDraft(store.db, DRAFT, changes);
    },
  });
  const reset = async (): Promise<void> => {
    form.reset(profileValuesOf(before));
    await dropDraft();
  };
  return { form, reset };
}

function ProfileForm({ initial }: { initial: InitialProfile }): ReactElement {
  const { t, i18n } = useLingui();
  const today = toDateInput(useStore().now());
  const { me, draft } = initial;
  const [isRestored, setRestored] = useState(Object.keys(draft).length > 0);
  const { form, reset } = useProfileForm(initial);
  const { control } = form;
  const allZones = useMemo(() => zoneOptions(me.time_zone), [me.time_zone]);
  const onReset = (): void => {
    setRestored(false);
    void reset();
  };
  return (
    <Form form={form} className={styles.form} aria-label={t`Profile`}>
      {isRestored && <RestoredNotice onReset={onReset} />}
      <ErrorSummary
        form={form}
        labels={{
          first_name: t`First name`,
          middle_name: t`Middle name`,
          last_name: t`Last name`,
          telegram: t`Telegram`,
          city: t`City`,
          date_birth: t`Date of birth`,
        }}
      />
      <FormTextField control={control} name="first_name" isRequired label={t`First name`} autoComplete="given-name" />
      <FormTextField control={control} name="middle_name" label={t`Middle name`} autoComplete="additional-name" />
      <FormTextField control={control} name="last_name" label={t`Last name`} autoComplete="family-name" />
      <FormTextField control={control} name="telegram" label={t`Telegram`} placeholder="@name" autoComplete="off" />
      <FormComboField
        control={control}
        name="country"
        label={t`Country`}
        placeholder={t`Not specified`}
        options={countryOptions(i18n.locale)}
      />
      <FormTextField control={control} name="city" label={t`City`} autoComplete="address-level2" />
      <FormComboField control={control} name="time_zone" label={t`Time zone`} options={allZones} />
      <FormDateTimeField control={control} name="date_birth" type="date" label={t`Date of birth`} max={today} />
      <FormSelectField
        control={control}
        name="language"
        label={t`Language`}
        options={languages.map((value) => ({ value, label: nativeLanguageNames[value] }))}
      />
      <div>
        <SubmitButton form={form}>
          <Trans>Save</Trans>
        </SubmitButton>
      </div>
    </Form>
  );
}

function OtherEditScreens({ me }: { me: Me }): ReactElement {
  const { t } = useLingui();
  const phoneText = usePhoneText();
  const arrow = <IconChevronRight aria-hidden="true" />;
  return (
    <List aria-label={t`More`}>
      <RowLink
        to="/profile/edit/$what"
        params={{ what: 'email' }}
        leading={<IconMail aria-hidden="true" />}
        title={t`Email`}
        subtitle={me.email ?? t`None`}
        trailing={arrow}
      />
      <RowLink
        to="/profile/edit/$what"
        params={{ what: 'phone' }}
        leading={<IconPhone aria-hidden="true" />}
        title={t`Phone`}
        subtitle={me.phone ? phoneText(me.phone) : t`None`}
        trailing={arrow}
      />
    </List>
  );
}

/**
 * Returns the stored profile and the stored draft; each is undefined until it is read. Later changes of the draft are
 * not read.
 */
function useInitialProfile(): { me: Me | undefined; draft: Partial<ProfileValues> | undefined } {
  const store = useStore();
  const me = useLiveQuery(async () => savedMe(store), [store]);
  const [draft, setDraft] = useState<Partial<ProfileValues>>();
  useEffect(() => {
    void savedDraft(store.db, DRAFT).then((saved) => setDraft(saved ?? {}));
  }, [store]);
  return { me: me ?? undefined, draft };
}

/** /profile/edit: edits the profile, also offline. Email and phone number have separate screens. */
export function ProfileEditScreen(): ReactElement {
  const { t } = useLingui();
  const { me, draft } = useInitialProfile();
  return (
    <Screen title={t`Edit profile`} back={<BackLink to="/profile/view">{t`Profile`}</BackLink>} narrow>
      {me && draft ? (
        <Stack gap="l">
          <AvatarField me={me} />
          <Card>
            <ProfileForm initial={{ me, draft }} />
          </Card>
          <OtherEditScreens me={me} />
        </Stack>
      ) : (
        <Skeleton leading="circle" rows={5} />
      )}
    </Screen>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import { useRouter } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type FormEvent, type ReactElement, useMemo, useRef, useState } from 'react';
import type { Me } from '../../../contract/entities/me.ts';
import { errorText } from '../../cards/error-text.tsx';
import { useMendFailure } from '../../cards/mend-failure.ts';
import { useSavedWords } from '../../cards/saved-words.ts';
import { Screen } from '../../cards/screen.tsx';
import { useStore } from '../../cards/store-context.tsx';
import { countryOptions } from '../../lib/countries.ts';
import { inputOf } from '../../lib/date-input.ts';
import { zoneOptions } from '../../lib/zone-options.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { List, Row } from '../../ui/list.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { saveProfile } from './actions.ts';
import { AvatarField } from './avatar-field.tsx';
import { changedFields, checkProfile, draftOf, type Faults, places, type ProfileDraft } from './profile-form.ts';
import styles from './profile.module.css';
import { savedMe } from './queries.ts';

/** The form's state, and what saves it. */
function useProfileForm(me: Me) {
  const { t } = useLingui();
  const store = useStore();
  const { history } = useRouter();
  const failure = useMendFailure();
  const say = useSavedWords();
  const isBusy = useRef(false);
  // What another phone changes meanwhile does not jump under the fingers: changed here counts what was changed here.
  const [began] = useState(me);
  const [draft, setDraft] = useState(() => draftOf(me));
  const [faults, setFaults] = useState<Faults>({});
  const set = (change: Partial<ProfileDraft>): void => {
    setDraft((known) => ({ ...known, ...change }));
    setFaults((known) => ({ ...known, ...Object.fromEntries(Object.keys(change).map((name) => [name, undefined])) }));
  };
  const save = async (): Promise<void> => {
    const change = changedFields(began, draft);
    const op_id = change && (await saveProfile(store, change));
    history.replace('/profile/view');
    if (op_id) say(op_id, t`Profile successfully updated`, () => void store.undo(op_id).catch(failure));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy.current) return;
    const found = checkProfile(draft, inputOf(store.now()).slice(0, 10));
    setFaults(found);
    const first = places.find((name) => found[name] !== undefined);
    if (first) return document.getElementById(`profile-${first}`)?.focus();
    isBusy.current = true;
    save()
      .catch(failure)
      .finally(() => {
        isBusy.current = false;
      });
  };
  const field = (name: keyof ProfileDraft) => {
    const code = faults[name];
    const text = code === 'in_future' ? t`This lies in the future` : code && t(errorText(code));
    const own = { id: `profile-${name}`, value: draft[name], onChange: (value: string) => set({ [name]: value }) };
    return text ? { ...own, errorMessage: text } : own;
  };
  return { field, submit };
}

function ProfileForm({ me }: { me: Me }): ReactElement {
  const { t, i18n } = useLingui();
  const { field, submit } = useProfileForm(me);
  const allZones = useMemo(() => zoneOptions(me.time_zone), [me.time_zone]);
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t`Profile`}>
      <TextField {...field('first_name')} isRequired label={t`First name`} autoComplete="given-name" />
      <TextField {...field('middle_name')} label={t`Middle name`} autoComplete="additional-name" />
      <TextField {...field('last_name')} label={t`Last name`} autoComplete="family-name" />
      <TextField {...field('telegram')} label={t`Telegram`} placeholder="@name" autoComplete="off" />
      <SelectField
        {...field('country')}
        label={t`Country`}
        placeholder={t`Not said`}
        options={countryOptions(i18n.locale)}
      />
      <TextField {...field('city')} label={t`City`} autoComplete="address-level2" />
      <SelectField {...field('time_zone')} label={t`Time zone`} options={allZones} />
      <DateTimeField {...field('date_birth')} type="date" label={t`Date of birth`} />
      <div>
        <Button type="submit">
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
      <Row
        href="/profile/settings"
        leading={<IconLanguage aria-hidden="true" />}
        title={t`Language`}
        subtitle={t`In the settings`}
        trailing={arrow}
      />
    </List>
  );
}

/** /profile/edit: with or without the network; an e-mail address and a phone number have screens of their own. */
export function ProfileEditScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const me = useLiveQuery(() => savedMe(store), [store]);
  return (
    <Screen title={t`Edit profile`} back={{ href: '/profile/view', label: t`Profile` }} narrow>
      {me ? (
        <Stack gap="l">
          <AvatarField me={me} />
          <Card>
            <ProfileForm me={me} />
          </Card>
          <Elsewhere me={me} />
        </Stack>
      ) : (
        <Skeleton leading="circle" rows={5} />
      )}
    </Screen>
  );
}

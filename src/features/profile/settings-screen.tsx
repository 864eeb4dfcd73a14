import { Trans, useLingui } from '@lingui/react/macro';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { languages, textSizes, themes } from '../../../contract/preference-values.ts';
import { isEmployee } from '../../../contract/roles.ts';
import { DEFAULT_GOAL } from '../../../contract/weekly-goal.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { useChangePreferences } from '../../hooks/use-change-preferences.ts';
import { InstallHint } from '../../components/app/install-hint.tsx';
import { WhatsNew } from '../../components/release/whats-new.tsx';
import { LogOutButton } from '../../components/session/log-out-button.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { APP_VERSION } from '../../lib/app-version.ts';
import { nativeLanguageNames } from '../../lib/language-names.ts';
import { TextButton } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { RadioCards, type RadioOption } from '../../ui/radio-cards.tsx';
import { LoadingPart } from '../../ui/states.tsx';
import { DataCard, ExportCard } from './data-card.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import styles from './profile.module.css';
import { savedMe } from './queries.ts';
import { ShortcutsSwitch } from './shortcuts-switch.tsx';
import { StorageCard } from './storage-card.tsx';
import { TeamContactSwitch } from './team-contact-switch.tsx';
import { WeeklyGoalChoice } from './weekly-goal-choice.tsx';

/** Opens the notes of the latest versions. */
function WhatsNewButton(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextButton onPress={() => setOpen(true)}>
        <Trans>What's new</Trans>
      </TextButton>
      {isOpen && <WhatsNew onClose={() => setOpen(false)} />}
    </>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  known: readonly T[];
  titles: Record<T, string>;
  value: T;
  onChoose: (value: T) => void;
}

function Choice<T extends string>({ label, known, titles, value, onChoose }: ChoiceProps<T>): ReactElement {
  const options: RadioOption[] = known.map((item) => ({ value: item, title: titles[item] }));
  const choose = (chosen: string): void => {
    const item = known.find((candidate) => candidate === chosen);
    if (item !== undefined && item !== value) onChoose(item);
  };
  return <RadioCards label={label} options={options} value={value} onChange={choose} layout="row" />;
}

/** /profile/settings: theme, language, storage and logout. */
export function SettingsScreen(): ReactElement {
  const { t } = useLingui();
  const { language, theme, text_size } = useApp().preferences;
  const change = useChangePreferences();
  const store = useStore();
  const me = useLiveQuery(async () => savedMe(store), [store]);
  const isStaff = Boolean(me && isEmployee(me));
  const themeNames = { system: t`System`, light: t`Light`, dark: t`Dark` };
  const sizeNames = { s: t`Small`, m: t`Normal`, l: t`Large`, xl: t`Very large` };
  return (
    <Screen title={t`Settings`} narrow>
      <Stack>
        <Choice
          label={t`Language`}
          known={languages}
          titles={nativeLanguageNames}
          value={language}
          onChoose={(value) => void change({ language: value })}
        />
        <Choice
          label={t`Theme`}
          known={themes}
          titles={themeNames}
          value={theme}
          onChoose={(value) => void change({ theme: value })}
        />
        <Choice
          label={t`Text size`}
          known={textSizes}
          titles={sizeNames}
          value={text_size}
          onChoose={(value) => void change({ text_size: value })}
        />
        {me ? (
          <WeeklyGoalChoice value={me.weekly_goal === undefined ? DEFAULT_GOAL : me.weekly_goal} />
        ) : (
          <LoadingPart />
        )}
        <List>
          <RowLink
            to="/profile/devices"
            leading={<IconDeviceMobile aria-hidden="true" />}
            title={t`Devices`}
            subtitle={t`Where you are logged in`}
          />
          {isStaff && (
            <RowLink
              to="/profile/work-times"
              leading={<IconClock aria-hidden="true" />}
              title={t`Working hours`}
              subtitle={t`When you can get new leads`}
            />
          )}
          <RowLink
            to="/profile/password"
            leading={<IconKey aria-hidden="true" />}
            title={t`Password`}
            subtitle={t`Change your password`}
          />
        </List>
        <TeamContactSwitch isOn={me?.show_contact_to_team ?? false} />
        <ShortcutsSwitch />
        {me && (
          <Section title={<Trans>Notifications</Trans>}>
            <NotificationsCard me={me} />
          </Section>
        )}
        <Section title={<Trans>Data and downloads</Trans>}>
          <DataCard />
        </Section>
        <Section title={<Trans>My data</Trans>}>
          <ExportCard />
        </Section>
        <Section title={<Trans>Storage used</Trans>}>
          <StorageCard />
        </Section>
        <InstallHint isPermanent />
        <div className={styles.foot}>
          <LogOutButton />
          <DeleteAccount />
          <small>
            <Trans>Version {APP_VERSION}</Trans> · <WhatsNewButton />
          </small>
        </div>
      </Stack>
    </Screen>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Me } from '../../../contract/entities/me.ts';
import { Screen } from '../../cards/screen.tsx';
import { useStore } from '../../cards/store-context.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { fullName, profileFacts, roleText } from './facts.ts';
import styles from './profile.module.css';
import { savedMe } from './queries.ts';

function Profile({ me }: { me: Me }): ReactElement {
  const { t, i18n } = useLingui();
  const name = fullName(me);
  return (
    <Stack>
      <div className={styles.head}>
        <Avatar name={name} size="xl" {...(me.avatar && { src: `/media/${me.avatar.sha256}` })} />
        <div>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.role}>{t(roleText(me))}</p>
        </div>
      </div>
      <Card>
        <dl className={styles.facts}>
          {profileFacts(me, i18n.locale).map(({ key, label, value }) => (
            <div key={key}>
              <dt>{t(label)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <div>
        <LinkButton href="/profile/settings" variant="soft" icon={<IconSettings aria-hidden="true" />}>
          <Trans>Settings</Trans>
        </LinkButton>
      </div>
    </Stack>
  );
}

/** Who I am here. */
export function ProfileScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const me = useLiveQuery(() => savedMe(store), [store]);
  return (
    <Screen title={t`Profile`} narrow>
      {me ? <Profile me={me} /> : <Skeleton rows={3} />}
    </Screen>
  );
}

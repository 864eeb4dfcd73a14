import { Trans, useLingui } from '@lingui/react/macro';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Me } from '../../../contract/entities/me.ts';
import { sync } from '../../bridge/sync.ts';
import { PhotoAvatar } from '../../components/contact/contact-photo.tsx';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { savedBadges, type RowBadge } from '../../db/queries/badges.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ButtonRow, Card, Stack } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { fullName, profileDetails, roleText } from './profile-details.ts';
import { PromoCard } from './promo-card.tsx';
import styles from './profile.module.css';
import { savedMe } from './queries.ts';

function Profile({ me, badge }: { me: Me; badge: RowBadge | undefined }): ReactElement {
  const { t, i18n } = useLingui();
  const phoneText = usePhoneText();
  const name = fullName(me);
  return (
    <Stack>
      <div className={styles.head}>
        <PhotoAvatar id={me.id} name={name} sha256={me.avatar?.sha256 ?? null} size="xl" fetchPhoto={sync.fetchBlob} />
        <div>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.role}>{t(roleText(me))}</p>
          <RowSyncBadge badge={badge} />
        </div>
      </div>
      <Card>
        <dl className={styles.details}>
          {profileDetails(me, i18n.locale).map(({ key, label, value }) => (
            <div key={key}>
              <dt>{t(label)}</dt>
              <dd>{key === 'phone' ? phoneText(value) : value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {me.promo_code && <PromoCard code={me.promo_code} />}
      <ButtonRow>
        <LinkButton to="/profile/edit" writes icon={<IconPencil aria-hidden="true" />}>
          <Trans>Edit profile</Trans>
        </LinkButton>
        <LinkButton to="/profile/settings" variant="soft" icon={<IconSettings aria-hidden="true" />}>
          <Trans>Settings</Trans>
        </LinkButton>
      </ButtonRow>
    </Stack>
  );
}

/** /profile/view: the user's own profile. */
export function ProfileScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const me = useLiveQuery(async () => savedMe(store), [store]);
  const badges = useLiveQuery(async () => savedBadges(store.db, 'me'), [store]);
  return (
    <Screen title={t`Profile`} narrow>
      {me ? <Profile me={me} badge={badges?.get(me.id)} /> : <Skeleton rows={3} />}
    </Screen>
  );
}

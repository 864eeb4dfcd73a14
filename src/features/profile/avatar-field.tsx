import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Me } from '../../../contract/entities/me.ts';
import { sync } from '../../bridge/sync.ts';
import { PhotoAvatar } from '../../components/contact/contact-photo.tsx';
import { PhotoField } from '../../components/media/photo-field.tsx';
import type { ChosenPhoto } from '../../components/media/prepare-photo.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { saveAvatar } from './actions.ts';
import { fullName } from './profile-details.ts';
import styles from './profile.module.css';

/** Side length of an avatar in px, sufficient for a face. */
const AVATAR_SIDE_PX = 512;

/**
 * The field for the user's avatar, which is cropped to its centre and scaled on this device. Its upload does not delay
 * other changes.
 */
export function AvatarField({ me }: { me: Me }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const write = useWriteAction();
  const save = async (photo: ChosenPhoto | null): Promise<void> => {
    await write(() => saveAvatar(store, photo), t`Profile successfully updated`);
  };
  return (
    <div role="group" aria-label={t`Your photo`} className={styles.head}>
      <PhotoAvatar
        id={me.id}
        name={fullName(me)}
        sha256={me.avatar?.sha256 ?? null}
        size="xl"
        fetchPhoto={sync.fetchBlob}
      />
      <PhotoField
        hasPhoto={Boolean(me.avatar)}
        square={AVATAR_SIDE_PX}
        onTake={save}
        onRemove={me.avatar && (() => void save(null))}
      />
    </div>
  );
}

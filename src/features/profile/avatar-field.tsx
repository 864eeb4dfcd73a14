import { Trans, useLingui } from '@lingui/react/macro';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import { type ChangeEvent, type ReactElement, useRef, useState } from 'react';
import type { Me } from '../../../contract/entities/me.ts';
import { sync } from '../../bridge/sync.ts';
import { Face } from '../../components/contact/contact-photo.tsx';
import { useWriteError } from '../../forms/use-write-error.ts';
import { usePhotoErrorText } from '../../components/media/photo-labels.ts';
import { type ChosenPhoto, preparePhoto } from '../../components/media/prepare-photo.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useUndo } from '../../hooks/use-undo.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { saveAvatar } from './actions.ts';
import { fullName } from './profile-details.ts';
import styles from './profile.module.css';

/** Side length of an avatar: enough for a face. */
const AVATAR_SIDE_PX = 512;

/**
 * The field for the user's own picture. Its centre is cropped and scaled on this device, and it is sent on a lane of
 * its own.
 */
export function AvatarField({ me }: { me: Me }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const photoErrorText = usePhotoErrorText();
  const failure = useWriteError();
  const undo = useUndo();
  const showSavedToast = useSavedToast();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const save = async (photo: ChosenPhoto | null): Promise<void> => {
    try {
      const op_id = await saveAvatar(store, photo);
      showSavedToast(op_id, t`Profile successfully updated`, () => undo(op_id));
    } catch (error) {
      failure(error);
    }
  };
  const take = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    if (!file) return;
    setFault(undefined);
    setBusy(true);
    const result = await preparePhoto(file, AVATAR_SIDE_PX);
    if (result.ok) await save(result.photo);
    else setFault(photoErrorText(result.why));
    setBusy(false);
    // Allows choosing the same file again.
    target.value = '';
  };
  return (
    <div role="group" aria-label={t`Your photo`} className={styles.head}>
      <Face id={me.id} name={fullName(me)} sha256={me.avatar?.sha256 ?? null} size="xl" fetchPhoto={sync.fetchBlob} />
      <div className={styles.form}>
        <Button
          variant="soft"
          small
          icon={<IconPhoto aria-hidden="true" />}
          isPending={isBusy}
          onPress={() => chooser.current?.click()}
        >
          {me.avatar ? <Trans>Choose another photo</Trans> : <Trans>Choose photo</Trans>}
        </Button>
        {me.avatar && (
          <Button variant="plain" small onPress={() => void save(null)}>
            <Trans>Remove photo</Trans>
          </Button>
        )}
        <FieldError id="avatar-error" message={fault} />
      </div>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        aria-label={t`Photo file`}
        onChange={(event) => void take(event)}
      />
    </div>
  );
}

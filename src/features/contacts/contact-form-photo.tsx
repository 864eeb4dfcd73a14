import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { Contact } from '../../../contract/entities/contact.ts';
import { sync } from '../../bridge/sync.ts';
import { ContactPhoto } from '../../components/contact/contact-photo.tsx';
import { contactName } from '../../components/contact/contact-labels.ts';
import { PhotoField, usePreview } from '../../components/media/photo-field.tsx';
import { formatBytes } from '../../lib/intl-formats.ts';
import { Avatar } from '../../ui/avatar.tsx';
import styles from './contact-form.module.css';
import type { ContactFormApi } from './use-contact-form.ts';

interface ContactPhotoFieldProps {
  control: ContactFormApi['control'];
  /** The stored contact; null for a new one. */
  contact: Contact | null;
}

/** Lets the user choose or take the photo of a contact. */
export function ContactPhotoField({ control, contact }: ContactPhotoFieldProps): ReactElement {
  const { t } = useLingui();
  const { field } = useController({ control, name: 'photo' });
  const [first_name, last_name] = useWatch({ control, name: ['first_name', 'last_name'] });
  const chosen = typeof field.value === 'string' ? null : field.value;
  const preview = usePreview(chosen);
  const isStored = Boolean(contact?.photo);
  const hasPhoto = chosen !== null || (isStored && field.value === 'unchanged');
  return (
    <div role="group" aria-label={t`Photo`} className={styles.photo}>
      {field.value === 'unchanged' && contact ? (
        <ContactPhoto contact={contact} size="l" fetchPhoto={sync.fetchBlob} />
      ) : (
        <Avatar name={contactName({ first_name, last_name })} id={contact?.id ?? null} src={preview} size="l" />
      )}
      <PhotoField
        hasPhoto={hasPhoto}
        withCamera
        onTake={field.onChange}
        onRemove={hasPhoto ? () => field.onChange(isStored ? 'removed' : 'unchanged') : null}
      >
        {chosen && (
          <small role="status">
            <Trans>{formatBytes(chosen.data.byteLength)}, sent after the text</Trans>
          </small>
        )}
      </PhotoField>
    </div>
  );
}

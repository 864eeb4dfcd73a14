import { Trans, useLingui } from '@lingui/react/macro';
import IconAddressBook from '@tabler/icons-react/dist/esm/icons/IconAddressBook.mjs';
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs';
import { type ReactElement, useEffect, useState } from 'react';
import { readSharedFile, type Share, type SharedFile } from '../../db/storage/shares.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { List, Row } from '../../ui/list.tsx';
import { useCurrentUser } from '../current-user-context.tsx';
import styles from './share.module.css';

/** Shows a shared picture. The file is only passed to the image decoder, so nothing is shown if it is not a picture. */
function Thumbnail({ id, file }: { id: string; file: SharedFile }): ReactElement {
  const [url, setUrl] = useState<string>();
  const { index, name } = file;
  useEffect(() => {
    let isMounted = true;
    let objectUrl: string | undefined;
    readSharedFile(globalThis.caches, id, { index, name }).then(
      (picture) => {
        if (!isMounted) return;
        objectUrl = URL.createObjectURL(picture);
        setUrl(objectUrl);
      },
      () => {},
    );
    return () => {
      isMounted = false;
      if (objectUrl !== undefined) URL.revokeObjectURL(objectUrl);
    };
  }, [id, index, name]);
  return url === undefined ? (
    <span className={styles.thumbnail} />
  ) : (
    <img className={styles.thumbnail} src={url} alt="" />
  );
}

interface SharedFilesProps {
  share: Share;
  /** Called when the user wants to use a picture as the photo of a contact. */
  onPhoto: (file: SharedFile) => void;
}

/** The files of a share, each with the actions that are possible for it. */
export function SharedFiles({ share, onPhoto }: SharedFilesProps): ReactElement {
  const { t } = useLingui();
  const { id, files } = share;
  const isStaff = useCurrentUser()?.is_staff ?? false;
  const actionOf = (file: SharedFile): ReactElement => {
    if (file.kind === 'photo')
      return (
        <Button small variant="soft" aria-label={t`Use ${file.name} as contact photo`} onPress={() => onPhoto(file)}>
          <Trans>Contact photo</Trans>
        </Button>
      );
    if (file.kind === 'vcard')
      return (
        <LinkButton small variant="soft" to="/contacts/import" search={{ share: id }}>
          <Trans>Import contacts</Trans>
        </LinkButton>
      );
    return (
      <LinkButton small variant="soft" to="/staff/users_imports/new" search={{ share: id }}>
        <Trans>Import people</Trans>
      </LinkButton>
    );
  };
  const icons = { vcard: <IconAddressBook aria-hidden="true" />, csv: <IconFileImport aria-hidden="true" /> };
  return (
    <List aria-label={t`Shared files`}>
      {files.map((file) => {
        const isForbidden = file.kind === 'csv' && !isStaff;
        const size = formatBytes(file.bytes);
        return (
          <Row
            key={file.index}
            leading={file.kind === 'photo' ? <Thumbnail id={id} file={file} /> : icons[file.kind]}
            title={file.name}
            subtitle={isForbidden ? t`Only employees can import people from a CSV file.` : size}
            {...(!isForbidden && { trailing: actionOf(file) })}
          />
        );
      })}
    </List>
  );
}

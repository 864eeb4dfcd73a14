import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconNotes from '@tabler/icons-react/dist/esm/icons/IconNotes.mjs';
import IconSquareCheck from '@tabler/icons-react/dist/esm/icons/IconSquareCheck.mjs';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { usePhotoErrorText } from '../../components/media/photo-labels.ts';
import { dropShare, dropSharePart, readSharedFile, type Share, type SharedFile } from '../../db/storage/shares.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { toast } from '../../ui/toast.ts';
import { useCurrentUser } from '../current-user-context.tsx';
import { RecipientSheet, type Recipient } from './recipient-sheet.tsx';
import { draftContactNote, draftContactPhoto, draftPersonNote, draftTask, shareText } from './share-actions.ts';
import styles from './share.module.css';
import { SharedFiles } from './shared-files.tsx';

/**
 * The part of a share for which the user is choosing a recipient: the texts become a note, a picture becomes a photo.
 */
type ChosenPart = 'note' | SharedFile;

/** Returns functions that turn parts of a share into drafts and open the forms with them. */
function useShareActions(share: Share) {
  const { t } = useLingui();
  const { db } = useStore();
  const navigate = useNavigate();
  const photoErrorText = usePhotoErrorText();
  const reportFailure = (error: unknown): void => {
    log.warn('a share could not be used', error);
    toast(t`This could not be opened. It is still here; try again`, { tone: 'error' });
  };
  const openForm = async (recipient: Recipient): Promise<void> => {
    if ('person' in recipient) {
      await navigate({ to: '/user/view-details/$personId', params: { personId: recipient.person.id } });
      // The toast asks the user to save the note, because the field for the note is below the details of the person and
      // may not be visible.
      return void toast(t`Check the note and save it`);
    }
    const { contact } = recipient;
    if (contact) return navigate({ to: '/contacts/$contactId/edit', params: { contactId: contact.id } });
    return navigate({ to: '/contacts/new' });
  };
  const addNote = async (recipient: Recipient): Promise<void> => {
    const text = shareText(share);
    if ('person' in recipient) await draftPersonNote(db, recipient.person.id, text);
    else await draftContactNote(db, recipient.contact, text);
    await dropSharePart(globalThis.caches, share.id, 'texts');
    await openForm(recipient);
  };
  const addPhoto = async (recipient: Recipient, file: SharedFile): Promise<void> => {
    if ('person' in recipient) return;
    const picture = await readSharedFile(globalThis.caches, share.id, file);
    const error = await draftContactPhoto(db, recipient.contact, picture);
    if (error) return void toast(photoErrorText(error), { tone: 'error' });
    await dropSharePart(globalThis.caches, share.id, file.index);
    await openForm(recipient);
  };
  const createTask = async (): Promise<void> => {
    await draftTask(db, share);
    await dropSharePart(globalThis.caches, share.id, 'texts');
    await navigate({ to: '/tasks', search: { add: 'task' } });
  };
  return {
    use: (chosenPart: ChosenPart, recipient: Recipient): void =>
      void (chosenPart === 'note' ? addNote(recipient) : addPhoto(recipient, chosenPart)).catch(reportFailure),
    createTask: (): void => void createTask().catch(reportFailure),
  };
}

/** Maximum number of characters of a text that are shown before the user expands it. */
const MAX_SHOWN = 600;

/** Shows a shared text unchanged, without links and markup. */
function Preview({ text }: { text: string }): ReactElement {
  const [isWhole, setWhole] = useState(text.length <= MAX_SHOWN);
  return (
    <Card>
      <p className={styles.text}>{isWhole ? text : `${text.slice(0, MAX_SHOWN)}…`}</p>
      {!isWhole && (
        <TextButton onPress={() => setWhole(true)}>
          <Trans>Show more</Trans>
        </TextButton>
      )}
    </Card>
  );
}

interface ShareCardProps {
  share: Share;
  onDiscarded: () => Promise<void>;
}

/** One share, with the actions that are possible for its texts and files. */
export function ShareCard({ share, onDiscarded }: ShareCardProps): ReactElement {
  const { t } = useLingui();
  const isStaff = useCurrentUser()?.is_staff ?? false;
  const [chosenPart, setChosenPart] = useState<ChosenPart | null>(null);
  const actions = useShareActions(share);
  const { id, files, skipped } = share;
  const text = shareText(share);
  const choose = (recipient: Recipient): void => {
    setChosenPart(null);
    if (chosenPart !== null) actions.use(chosenPart, recipient);
  };
  const discard = async (): Promise<void> => {
    await dropShare(globalThis.caches, id);
    await onDiscarded();
  };
  return (
    <Stack gap="m">
      {text !== '' && (
        <>
          <Preview text={text} />
          <List aria-label={t`What to do with the text`}>
            <Row
              leading={<IconNotes aria-hidden="true" />}
              title={t`Add as a note`}
              subtitle={isStaff ? t`To a contact or a person` : t`To a contact`}
              onPress={() => setChosenPart('note')}
            />
            {isStaff && (
              <Row
                leading={<IconSquareCheck aria-hidden="true" />}
                title={t`Create a task`}
                onPress={actions.createTask}
              />
            )}
          </List>
        </>
      )}
      {files.length > 0 && <SharedFiles share={share} onPhoto={setChosenPart} />}
      {skipped > 0 && (
        <small>
          <Plural
            value={skipped}
            one="# file was skipped, because it cannot be used here."
            other="# files were skipped, because they cannot be used here."
          />
        </small>
      )}
      <div>
        <Button variant="ghost" onPress={() => void discard()}>
          <Trans context="a file">Discard</Trans>
        </Button>
      </div>
      {chosenPart !== null && (
        <RecipientSheet
          title={chosenPart === 'note' ? t`Note for` : t`Photo of`}
          withPeople={chosenPart === 'note' && isStaff}
          onChoose={choose}
          onClose={() => setChosenPart(null)}
        />
      )}
    </Stack>
  );
}

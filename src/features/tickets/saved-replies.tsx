import { Trans, useLingui } from '@lingui/react/macro';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { PhoneDb } from '../../db/schema/db.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface SavedReply {
  id: string;
  text: string;
}

const KEY = 'saved-replies';
/** Maximum number of saved replies, because a longer list would be hard to search. */
const MAX_REPLIES = 50;

async function savedReplies(db: PhoneDb): Promise<SavedReply[]> {
  const value = (await db.meta.get(KEY))?.value;
  return Array.isArray(value) ? (value as SavedReply[]) : [];
}

async function updateReplies(db: PhoneDb, change: (known: SavedReply[]) => SavedReply[]): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await db.meta.put({ key: KEY, value: change(await savedReplies(db)).slice(0, MAX_REPLIES) });
  });
}

export interface SavedRepliesProps {
  /** The text in the composer, which can be saved as a reply. */
  text: string;
  onUse: (text: string) => void;
  onClose: () => void;
}

/** Lists the saved replies, which are stored on this device only. */
export function SavedReplies({ text, onUse, onClose }: SavedRepliesProps): ReactElement {
  const { t } = useLingui();
  const { db, newId } = useStore();
  const failure = useWriteError();
  const replies = useLiveQuery(async () => savedReplies(db), [db]) ?? [];
  const isSavable = text.trim() !== '' && !replies.some((reply) => reply.text === text.trim());
  const change = (next: (known: SavedReply[]) => SavedReply[]): void => void updateReplies(db, next).catch(failure);
  const add = (): void => change((earlier) => [{ id: newId(), text: text.trim() }, ...earlier]);
  return (
    <Sheet isOpen onClose={onClose} title={t`Saved replies`} description={t`Saved on this device only.`}>
      <Stack gap="m">
        {isSavable && (
          <Button variant="soft" writes onPress={add}>
            <Trans>Save this reply</Trans>
          </Button>
        )}
        {replies.length === 0 && (
          <EmptyState>
            <Trans>Write a reply first, then save it here to use again.</Trans>
          </EmptyState>
        )}
        {replies.length > 0 && (
          <List aria-label={t`Saved replies`}>
            {replies.map((reply) => (
              <Row
                key={reply.id}
                title={reply.text}
                wrapTitle
                onPress={() => {
                  onUse(reply.text);
                  onClose();
                }}
                trailing={
                  <IconButton
                    aria-label={t`Delete saved reply`}
                    writes
                    onPress={() => change((earlier) => earlier.filter(({ id }) => id !== reply.id))}
                  >
                    <IconTrash aria-hidden="true" />
                  </IconButton>
                }
              />
            ))}
          </List>
        )}
      </Stack>
    </Sheet>
  );
}

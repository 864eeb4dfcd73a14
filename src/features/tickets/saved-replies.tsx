import { Trans, useLingui } from '@lingui/react/macro';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { foldText } from '../../../contract/search/fold.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { PhoneDb } from '../../db/schema/db.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-field.tsx';

interface SavedReply {
  id: string;
  text: string;
}

const KEY = 'saved-replies';
/** Maximum number of saved replies. A longer list would be hard to search. */
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

/** Minimum number of replies at which the search field is shown. */
const SEARCHED_FROM = 2;

/** Lists the saved replies, which are stored on this device only. Enter in the search field inserts the first match. */
export function SavedReplies({ text, onUse, onClose }: SavedRepliesProps): ReactElement {
  const { t } = useLingui();
  const { db, newId } = useStore();
  const toastError = useWriteError();
  const saved = useLiveQuery(async () => savedReplies(db), [db]);
  const replies = saved ?? [];
  const [query, setQuery] = useState('');
  const found = replies.filter((reply) => foldText(reply.text).includes(foldText(query.trim())));
  const insertReply = (reply: SavedReply): void => {
    onUse(reply.text);
    onClose();
  };
  const isSavable = text.trim() !== '' && !replies.some((reply) => reply.text === text.trim());
  const change = (next: (known: SavedReply[]) => SavedReply[]): void => void updateReplies(db, next).catch(toastError);
  const add = (): void => change((earlier) => [{ id: newId(), text: text.trim() }, ...earlier]);
  return (
    <Sheet isOpen onClose={onClose} title={t`Saved replies`} description={t`Saved on this device only.`}>
      <Stack gap="m">
        {isSavable && (
          <Button variant="soft" writes onPress={add}>
            <Trans>Save this reply</Trans>
          </Button>
        )}
        {saved?.length === 0 && (
          <EmptyState>
            <Trans>Write a reply first, then save it here to use again.</Trans>
          </EmptyState>
        )}
        {replies.length >= SEARCHED_FROM && (
          <SearchField
            aria-label={t`Search`}
            autoFocus
            value={query}
            onChange={setQuery}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !found[0]) return;
              event.preventDefault();
              insertReply(found[0]);
            }}
          />
        )}
        {replies.length > 0 && found.length === 0 && (
          <EmptyState>
            <Trans>No saved reply contains this.</Trans>
          </EmptyState>
        )}
        {found.length > 0 && (
          <List aria-label={t`Saved replies`}>
            {found.map((reply) => (
              <Row
                key={reply.id}
                title={reply.text}
                wrapTitle
                onPress={() => insertReply(reply)}
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

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { ticketFields } from '../../../contract/entities/ticket.ts';
import { staffMay, type StaffTicketCommand } from '../../../contract/states/staff-ticket.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { useReplyDraft } from '../../forms/use-reply-draft.ts';
import { PictureField } from '../../components/media/picture-field.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChipGroup } from '../../ui/chips.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { say, type ReplyChannel } from './actions.ts';
import { SavedReplies } from './saved-replies.tsx';
import styles from './tickets.module.css';

const commandOf: Record<ReplyChannel, StaffTicketCommand> = {
  answer: 'answer',
  message: 'answer',
  resolve: 'resolve',
  note: 'note',
};

/** Returns the channels available now. */
function channelsOf(ticket: StaffTicket): ReplyChannel[] {
  const ways: ReplyChannel[] = ticket.has_telegram
    ? ['answer', 'resolve', 'message', 'note']
    : ['answer', 'resolve', 'note'];
  return ways.filter((way) => staffMay(ticket, commandOf[way]));
}

function useChannelLabels(): Record<ReplyChannel, { chip: string; label: string; send: string; done: string }> {
  const { t } = useLingui();
  const reply = t({ message: 'Reply', context: 'noun' });
  return {
    answer: { chip: reply, label: reply, send: t`Send`, done: t`Message sent successfully` },
    resolve: {
      chip: t({ message: 'Resolve', context: 'reply to a ticket and finish it' }),
      label: t`Resolution`,
      send: t`Send and resolve`,
      done: t`Ticket resolved`,
    },
    message: {
      chip: t({ message: 'Telegram', context: 'reply via Telegram' }),
      label: t`Reply via Telegram`,
      send: t`Send via Telegram`,
      done: t`Message sent successfully`,
    },
    note: { chip: t`Internal note`, label: t`Note for employees`, send: t`Save note`, done: t`Note saved` },
  };
}

/** Replies, resolves and adds internal notes. Its content survives leaving the screen and the app. */
export function Composer({ ticket }: { ticket: StaffTicket }): ReactElement | null {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const kept = useReplyDraft(`draft:staff-ticket:${ticket.id}`);
  const words = useChannelLabels();
  const ways = channelsOf(ticket);
  const [chosen, setChosen] = useState<ReplyChannel>('answer');
  const [code, setCode] = useState<string | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const way = ways.find((one) => one === chosen) ?? ways[0];
  if (!way) return null;
  const { text, photos } = kept;
  const withPhotos = way === 'answer' || way === 'resolve';
  const write = (value: string): void => {
    kept.set({ text: value });
    setCode(null);
  };
  const send = async (): Promise<void> => {
    const wrong = ticketFields.body.safeParse(text).error?.issues[0]?.message ?? null;
    setCode(wrong);
    if (wrong !== null) return;
    if (await step(() => say(store, ticket, way, { text, photos }), words[way].done)) kept.clear(text);
  };
  return (
    <Card>
      <div className={styles.form}>
        {ways.length > 1 && (
          <ChipGroup
            aria-label={t`Message type`}
            wrap
            chips={ways.map((key) => ({ key, label: words[key].chip }))}
            value={way}
            onChange={(key) => setChosen(key as ReplyChannel)}
          />
        )}
        <TextArea
          label={words[way].label}
          {...(way === 'note' && { description: t`Only employees can see this.` })}
          value={text}
          onChange={write}
          submit={() => void send()}
          {...(code && { errorMessage: t(errorText(code)) })}
        />
        {withPhotos && <PictureField photos={photos} onChange={(next) => kept.set({ photos: next })} />}
        <div className={styles.buttons}>
          <Button onPress={() => void send()}>{words[way].send}</Button>
          <Button variant="plain" onPress={() => setChoosing(true)}>
            <Trans>Saved replies</Trans>
          </Button>
        </div>
      </div>
      {isChoosing && (
        <SavedReplies
          text={text}
          onUse={(saved) => write(text.trim() === '' ? saved : `${text.trimEnd()}\n${saved}`)}
          onClose={() => setChoosing(false)}
        />
      )}
    </Card>
  );
}

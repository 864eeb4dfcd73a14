import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { ticketFields } from '../../../contract/entities/ticket.ts';
import { mayRunStaffCommand, type StaffTicketCommand } from '../../../contract/states/staff-ticket.ts';
import { FormTextArea } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { FormPictureField } from '../../forms/form-picture-field.tsx';
import { useComposer } from '../../forms/use-composer.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChipGroup } from '../../ui/chips.tsx';
import { sendReply, type ReplyChannel } from './actions.ts';
import { SavedReplies } from './saved-replies.tsx';
import styles from './tickets.module.css';

const commandOf: Record<ReplyChannel, StaffTicketCommand> = {
  answer: 'answer',
  message: 'answer',
  resolve: 'resolve',
  note: 'note',
};

/** Returns the kinds of reply that are possible for a ticket now. */
function channelsOf(ticket: StaffTicket): ReplyChannel[] {
  const channels: ReplyChannel[] = ticket.has_telegram
    ? ['answer', 'resolve', 'message', 'note']
    : ['answer', 'resolve', 'note'];
  return channels.filter((channel) => mayRunStaffCommand(ticket, commandOf[channel]));
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

/**
 * The composer for replies, resolutions and internal notes. A typed text is kept when the user leaves the screen or the
 * app.
 */
export function Composer({ ticket }: { ticket: StaffTicket }): ReactElement | null {
  const [chosen, setChosen] = useState<ReplyChannel>('answer');
  const channels = channelsOf(ticket);
  const channel = channels.find((candidate) => candidate === chosen) ?? channels[0];
  if (!channel) return null;
  return <ReplyForm ticket={ticket} channels={channels} channel={channel} onChannel={setChosen} />;
}

interface ReplyFormProps {
  ticket: StaffTicket;
  channels: readonly ReplyChannel[];
  channel: ReplyChannel;
  onChannel: (channel: ReplyChannel) => void;
}

function ReplyForm({ ticket, channels, channel, onChannel }: ReplyFormProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const labels = useChannelLabels();
  const [isChoosing, setChoosing] = useState(false);
  const form = useComposer({
    draft: `staff-ticket:${ticket.id}`,
    schema: ticketFields.body,
    onSend: (message) => step(() => sendReply(store, ticket, channel, message), labels[channel].done),
  });
  const text = useWatch({ control: form.control, name: 'text' });
  const insert = (saved: string): void => {
    form.setValue('text', text.trim() === '' ? saved : `${text.trimEnd()}\n${saved}`);
    form.clearErrors('text');
  };
  return (
    <Card>
      <Form form={form} className={styles.form}>
        {channels.length > 1 && (
          <ChipGroup
            aria-label={t`Message type`}
            wrap
            chips={channels.map((key) => ({ key, label: labels[key].chip }))}
            value={channel}
            onChange={(key) => onChannel(key as ReplyChannel)}
          />
        )}
        <FormTextArea
          control={form.control}
          name="text"
          label={labels[channel].label}
          {...(channel === 'note' && { description: t`Only employees can see this.` })}
          submit={() => void form.submit()}
        />
        {(channel === 'answer' || channel === 'resolve') && <FormPictureField control={form.control} name="photos" />}
        <div className={styles.buttons}>
          <Button type="submit">{labels[channel].send}</Button>
          <Button variant="plain" onPress={() => setChoosing(true)}>
            <Trans>Saved replies</Trans>
          </Button>
        </div>
      </Form>
      {isChoosing && <SavedReplies text={text} onUse={insert} onClose={() => setChoosing(false)} />}
    </Card>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import IconMessageBolt from '@tabler/icons-react/dist/esm/icons/IconMessageBolt.mjs';
import { type ReactElement, useRef, useState } from 'react';
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
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChipGroup } from '../../ui/chips.tsx';
import { RootMark } from '../../ui/root-mark.tsx';
import { sendReply, type ReplyChannel } from './actions.ts';
import { SavedReplies } from './saved-replies.tsx';
import styles from './tickets.module.css';

/** The kinds of message that the switch offers. Resolving is not one of them: a reply can also resolve the ticket. */
type Channel = Exclude<ReplyChannel, 'resolve'>;

const commandOf: Record<ReplyChannel, StaffTicketCommand> = {
  answer: 'answer',
  message: 'answer',
  resolve: 'resolve',
  note: 'note',
};

/** Returns the kinds of message that are possible for a ticket now. */
function channelsOf(ticket: StaffTicket): Channel[] {
  const channels: Channel[] = ticket.has_telegram ? ['answer', 'message', 'note'] : ['answer', 'note'];
  return channels.filter((channel) => mayRunStaffCommand(ticket, commandOf[channel]));
}

function useChannelLabels(): Record<Channel, { chip: string; label: string; send: string; done: string }> {
  const { t } = useLingui();
  const reply = t({ message: 'Reply', context: 'noun' });
  return {
    answer: { chip: reply, label: reply, send: t`Send`, done: t`Message sent successfully` },
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
 * The composer for replies and internal notes. A typed text is kept when the user leaves the screen or the app.
 */
export function Composer({ ticket }: { ticket: StaffTicket }): ReactElement | null {
  const [chosen, setChosen] = useState<Channel>('answer');
  const channels = channelsOf(ticket);
  const channel = channels.find((candidate) => candidate === chosen) ?? channels[0];
  if (!channel) return null;
  return <ReplyForm ticket={ticket} channels={channels} channel={channel} onChannel={setChosen} />;
}

interface ReplyFormProps {
  ticket: StaffTicket;
  channels: readonly Channel[];
  channel: Channel;
  onChannel: (channel: Channel) => void;
}

/** The character that opens the saved replies when it is typed into an empty composer. */
const OPEN_REPLIES = '/';

function ReplyForm({ ticket, channels, channel, onChannel }: ReplyFormProps): ReactElement {
  const { t } = useLingui();
  const labels = useChannelLabels();
  const { form, resolve } = useReplyForm(ticket, channel, labels[channel].done);
  const [isChoosing, setChoosing] = useState(false);
  const text = useWatch({ control: form.control, name: 'text' });
  const written = text === OPEN_REPLIES ? '' : text;
  const insert = (saved: string): void => {
    form.setValue('text', written.trim() === '' ? saved : `${written.trimEnd()}\n${saved}`, { shouldDirty: true });
    form.clearErrors('text');
  };
  const mayResolve = channel === 'answer' && mayRunStaffCommand(ticket, commandOf.resolve);
  return (
    <Card>
      <Form form={form} className={styles.form}>
        {channels.length > 1 && (
          <ChipGroup
            aria-label={t`Message type`}
            segmented={channels.length === 2}
            wrap={channels.length > 2}
            chips={channels.map((key) => ({ key, label: labels[key].chip }))}
            value={channel}
            onChange={(key) => onChannel(key as Channel)}
          />
        )}
        <FormTextArea
          control={form.control}
          name="text"
          label={labels[channel].label}
          placeholder={t`Type / for saved replies`}
          {...(channel === 'note' && { description: t`Only employees can see this.` })}
          onChange={(typed) => typed === OPEN_REPLIES && setChoosing(true)}
          submit={() => void form.submit()}
        />
        {channel === 'answer' && <FormPictureField control={form.control} name="photos" />}
        <div className={styles.send}>
          <Button type="submit">{labels[channel].send}</Button>
          {mayResolve && (
            <Button variant="soft" onPress={resolve}>
              <Trans>Send and resolve</Trans>
            </Button>
          )}
          <IconButton aria-label={t`Saved replies`} onPress={() => setChoosing(true)}>
            <IconMessageBolt aria-hidden="true" />
          </IconButton>
        </div>
      </Form>
      {isChoosing && <SavedReplies text={written} onUse={insert} onClose={() => setChoosing(false)} />}
      <RootMark name="composer" />
    </Card>
  );
}

/** Returns the reply form, and a function that sends the message as the resolution of the ticket. */
function useReplyForm(ticket: StaffTicket, channel: Channel, done: string) {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const isResolving = useRef(false);
  const form = useComposer({
    draft: `staff-ticket:${ticket.id}`,
    schema: ticketFields.body,
    onSend: (message) =>
      isResolving.current
        ? step(() => sendReply(store, ticket, 'resolve', message), t`Ticket resolved`)
        : step(() => sendReply(store, ticket, channel, message), done),
  });
  const resolve = (): void => {
    isResolving.current = true;
    void form.submit().finally(() => (isResolving.current = false));
  };
  return { form, resolve };
}

import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactElement, useState } from 'react';
import { ticketFields, type Ticket } from '../../../contract/entities/ticket.ts';
import { canReopen, type TicketCommand, ticketMachine } from '../../../contract/states/ticket.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { iso } from '../../lib/ports.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ButtonRow, Card, Stack } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { cancel, close, rate, reopen } from './actions.ts';
import styles from './help.module.css';

/** Returns whether the author may do this now. */
export const may = ({ state }: Ticket, command: TicketCommand): boolean =>
  ticketMachine.commands[command].from.includes(state);

function CancelSheet({ ticket, onClose }: { ticket: Ticket; onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const [reason, setReason] = useState('');
  const isLong = reason.trim().length > 200;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isLong) return;
    void step(() => cancel(store, ticket, reason), t`Request cancelled`).then((isDone) => isDone && onClose());
  };
  return (
    <Sheet isOpen onClose={onClose} title={t`Cancel this request?`}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t`Reason`}
          description={t`Optional`}
          value={reason}
          onChange={setReason}
          autoComplete="off"
          {...(isLong && { errorMessage: t(errorText('too_long')) })}
        />
        <Button type="submit" variant="danger" wide>
          {t`Cancel request`}
        </Button>
      </form>
    </Sheet>
  );
}

const STARS = [1, 2, 3, 4, 5];

function Rating({ ticket }: { ticket: Ticket }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const [stars, setStars] = useState('');
  const [comment, setComment] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const isLong = ticketFields.comment.safeParse(comment).error !== undefined;
  const send = (): void => {
    setCode(stars === '' ? 'required' : null);
    if (stars !== '' && !isLong) void step(() => rate(store, ticket, Number(stars), comment), t`Thank you`);
  };
  return (
    <Card>
      <div className={styles.form}>
        <RadioCards
          label={t`How was the help?`}
          description={t`1 = poor, 5 = excellent`}
          layout="row"
          options={STARS.map((value) => ({ value: String(value), title: String(value) }))}
          value={stars}
          onChange={setStars}
          {...(code && stars === '' && { errorMessage: t(errorText(code)) })}
        />
        <TextArea
          label={t`What could be better?`}
          description={t`Optional`}
          value={comment}
          onChange={setComment}
          {...(isLong && { errorMessage: t(errorText('too_long')) })}
        />
        <div>
          <Button variant="soft" onPress={send}>
            <Trans>Rate</Trans>
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** The actions of a request besides replying. */
export function RequestActions({ ticket }: { ticket: Ticket }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const [isAsking, setAsking] = useState(false);
  const canOpen = canReopen(ticket, iso(store.now()));
  const isOver = ['closed', 'rejected', 'cancelled'].includes(ticket.state);
  return (
    <Stack>
      {may(ticket, 'rate') && !ticket.rating && <Rating ticket={ticket} />}
      <ButtonRow>
        {may(ticket, 'close') && (
          <Button onPress={() => void step(() => close(store, ticket), t`Request closed`)}>
            <Trans>Mark as resolved</Trans>
          </Button>
        )}
        {canOpen && (
          <Button variant="soft" onPress={() => void step(() => reopen(store, ticket), t`Request reopened`)}>
            <Trans>Reopen</Trans>
          </Button>
        )}
        {isOver && !canOpen && (
          <LinkButton variant="soft" to="/help/new" search={{ previous: ticket.id }}>
            <Trans>New request about this</Trans>
          </LinkButton>
        )}
        {may(ticket, 'cancel') && (
          <Button variant="plain" onPress={() => setAsking(true)}>
            <Trans>Cancel request</Trans>
          </Button>
        )}
      </ButtonRow>
      {isAsking && <CancelSheet ticket={ticket} onClose={() => setAsking(false)} />}
    </Stack>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { ticketFields, type Ticket } from '../../../contract/entities/ticket.ts';
import { canReopen, type TicketCommand, ticketMachine } from '../../../contract/states/ticket.ts';
import { z } from '../../../contract/zod.ts';
import { FormRadioCards, FormTextArea, FormTextField } from '../../forms/fields.tsx';
import { Form, SubmitButton } from '../../forms/form.tsx';
import { requiredText } from '../../forms/schema.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { iso } from '../../lib/ports.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ButtonRow, Card, Stack } from '../../ui/card.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { cancelRequest, closeRequest, rateRequest, reopenRequest } from './actions.ts';
import styles from './help.module.css';

/** Returns whether the author may run a command on the help request in its current state. */
export const mayRunTicketCommand = ({ state }: Ticket, command: TicketCommand): boolean =>
  ticketMachine.commands[command].from.includes(state);

const cancelSchema = z.object({ reason: z.string().check(z.trim(), z.maxLength(200, { error: 'too_long' })) });

function CancelSheet({ ticket, onClose }: { ticket: Ticket; onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const form = useAppForm({
    schema: cancelSchema,
    initial: { reason: '' },
    onSubmit: async ({ reason }) => {
      if (await step(() => cancelRequest(store, ticket, reason), t`Request cancelled`)) onClose();
    },
  });
  return (
    <Sheet isOpen onClose={onClose} title={t`Cancel this request?`}>
      <Form form={form} className={styles.form}>
        <FormTextField
          control={form.control}
          name="reason"
          label={t`Reason`}
          description={t`Optional`}
          autoComplete="off"
        />
        <SubmitButton form={form} variant="danger" wide>
          {t`Cancel request`}
        </SubmitButton>
      </Form>
    </Sheet>
  );
}

const STARS = [1, 2, 3, 4, 5];

const ratingSchema = z.object({ stars: requiredText(z.string()), comment: ticketFields.comment });

function Rating({ ticket }: { ticket: Ticket }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const form = useAppForm({
    schema: ratingSchema,
    initial: { stars: '', comment: '' },
    onSubmit: async ({ stars, comment }) => {
      await step(() => rateRequest(store, ticket, Number(stars), comment), t`Thank you`);
    },
  });
  const { control } = form;
  return (
    <Card>
      <Form form={form} className={styles.form}>
        <FormRadioCards
          control={control}
          name="stars"
          label={t`How was the help?`}
          description={t`1 = poor, 5 = excellent`}
          layout="row"
          options={STARS.map((value) => ({ value: String(value), title: String(value) }))}
        />
        <FormTextArea control={control} name="comment" label={t`What could be better?`} description={t`Optional`} />
        <div>
          <SubmitButton form={form} variant="soft">
            <Trans>Rate</Trans>
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

/** The buttons of a help request for actions other than replying. */
export function RequestActions({ ticket }: { ticket: Ticket }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const [isAsking, setAsking] = useState(false);
  const canOpen = canReopen(ticket, iso(store.now()));
  const isOver = ['closed', 'rejected', 'cancelled'].includes(ticket.state);
  return (
    <Stack>
      {mayRunTicketCommand(ticket, 'rate') && !ticket.rating && <Rating ticket={ticket} />}
      <ButtonRow>
        {mayRunTicketCommand(ticket, 'close') && (
          <Button writes onPress={() => void step(() => closeRequest(store, ticket), t`Request closed`)}>
            <Trans>Mark as resolved</Trans>
          </Button>
        )}
        {canOpen && (
          <Button
            variant="soft"
            writes
            onPress={() => void step(() => reopenRequest(store, ticket), t`Request reopened`)}
          >
            <Trans>Reopen</Trans>
          </Button>
        )}
        {isOver && !canOpen && (
          <LinkButton variant="soft" writes to="/help/new" search={{ previous: ticket.id }}>
            <Trans>New related request</Trans>
          </LinkButton>
        )}
        {mayRunTicketCommand(ticket, 'cancel') && (
          <Button variant="plain" writes onPress={() => setAsking(true)}>
            <Trans>Cancel request</Trans>
          </Button>
        )}
      </ButtonRow>
      {isAsking && <CancelSheet ticket={ticket} onClose={() => setAsking(false)} />}
    </Stack>
  );
}

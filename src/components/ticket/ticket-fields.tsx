import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { ticketFields } from '../../../contract/entities/ticket.ts';
import { ticketTypes } from '../../../contract/values.ts';
import { Banner } from '../../ui/banner.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { errorText } from '../error/error-text.tsx';
import { ticketTypeLabels } from './ticket-labels.ts';

type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

const names = ['type', 'subject', 'body'] as const;

/** Returns the errors the contract would report for a new ticket, as codes. */
export function ticketErrors(draft: Record<(typeof names)[number], string>): FieldErrors<(typeof names)[number]> {
  const found = names.map((name) => [name, ticketFields[name].safeParse(draft[name]).error?.issues[0]?.message]);
  return Object.fromEntries(found.filter(([, code]) => code !== undefined)) as FieldErrors<(typeof names)[number]>;
}

const isMissing = (code: string | undefined): boolean => code === 'required' || code === 'empty';

export interface TicketFields<Name extends string> {
  /** Hint above the fields that some of them are required. */
  notice: ReactElement | false;
  /** Shows the errors and focuses the first. Returns false when there is none. */
  tell: (found: FieldErrors<Name>) => boolean;
  /** Clears the errors of changed fields. */
  forget: (changed: readonly string[]) => void;
  of: (name: Name) => FieldProps;
}

interface FieldProps {
  id: string;
  isRequired: true;
  errorMessage?: string;
}

/** The fields of a new ticket's form with their errors. */
export function useTicketFields<Name extends string>(form: string): TicketFields<Name> {
  const { t } = useLingui();
  const [faults, setFaults] = useState<FieldErrors<Name>>({});
  return {
    notice: Object.values<string | undefined>(faults).some(isMissing) && (
      <Banner tone="need" role="alert">
        <Trans>Please, fill all necessary fields</Trans>
      </Banner>
    ),
    tell: (found) => {
      setFaults(found);
      const [first] = Object.keys(found);
      if (first !== undefined) document.getElementById(`${form}-${first}`)?.focus();
      return first !== undefined;
    },
    forget: (changed) =>
      setFaults((known) => ({ ...known, ...Object.fromEntries(changed.map((name) => [name, undefined])) })),
    of: (name) => {
      const code = faults[name];
      return {
        id: `${form}-${name}`,
        isRequired: true,
        ...(code && { errorMessage: t(errorText(isMissing(code) ? 'required' : code)) }),
      };
    },
  };
}

type Typed = FieldProps & { value: string; onChange: (value: string) => void };

/** The subject of a ticket: its type and a short text. */
export function TopicFields({ type, subject }: { type: Typed; subject: Typed }): ReactElement {
  const { t } = useLingui();
  return (
    <>
      <SelectField
        {...type}
        label={t`What is it about?`}
        placeholder={t`Choose`}
        options={ticketTypes.map((value) => ({ value, label: t(ticketTypeLabels[value]) }))}
      />
      <TextField {...subject} label={t`Subject`} description={t`In a few words`} autoComplete="off" />
    </>
  );
}

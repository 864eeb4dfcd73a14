import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { isNameTyped } from '../../../contract/states/lead.ts';
import { closeReasons, leadRejectReasons, type CloseReason, type LeadRejectReason } from '../../../contract/values.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { closeReasonLabels, personName, rejectReasonLabels } from '../../components/person/person-labels.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { closePerson, rejectPerson, removePerson } from './actions.ts';
import styles from './people.module.css';
import { possibleDuplicates } from './queries.ts';

export interface StepSheetProps {
  person: Person;
  onClose: () => void;
}

/** "Other" requires an explanation. */
const MIN_REASON_CHARS = 3;

const isExplained = (reason: string, text: string): boolean =>
  reason !== 'other' || text.trim().length >= MIN_REASON_CHARS;

interface ReasonFieldProps {
  reason: string;
  value: string;
  onChange: (text: string) => void;
  isChecked: boolean;
}

/** An explanation of the reason. */
function ReasonField({ reason, value, onChange, isChecked }: ReasonFieldProps): ReactElement {
  const { t } = useLingui();
  return (
    <TextArea
      label={reason === 'other' ? t`Details` : t`Details (optional)`}
      maxLength={500}
      value={value}
      onChange={onChange}
      errorMessage={
        isChecked && !isExplained(reason, value) ? t(errorText(value.trim() ? 'too_short' : 'required')) : undefined
      }
    />
  );
}

/** Returns a lead to the pool with a reason. */
export function RejectSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const [reason, setReason] = useState<LeadRejectReason | ''>('');
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const name = personName(person);
  const save = async (): Promise<void> => {
    setChecked(true);
    if (reason === '' || !isExplained(reason, text)) return;
    if (await step(() => rejectPerson(store, person, reason, text), t`User rejected successfully`)) onClose();
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOutside={text === ''}
      title={t`Reject ${name}?`}
      description={<Trans>They go back to waiting leads and will not be offered to you for 30 days.</Trans>}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="danger" onPress={() => void save()}>
            <Trans context="a lead">Reject</Trans>
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <RadioCards
          label={t`Why?`}
          options={leadRejectReasons.map((value) => ({ value, title: t(rejectReasonLabels[value]) }))}
          value={reason}
          onChange={(value) => setReason(value as LeadRejectReason)}
          errorMessage={isChecked && reason === '' ? t(errorText('required')) : undefined}
        />
        <ReasonField reason={reason} value={text} onChange={setText} isChecked={isChecked} />
      </div>
    </Sheet>
  );
}

/** Closes a lead with a reason and cancels planned tasks. */
export function CloseSheet({ person, planned, onClose }: StepSheetProps & { planned: number }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const [reason, setReason] = useState<CloseReason | ''>('');
  const [text, setText] = useState('');
  const [twin, setTwin] = useState('');
  const [isChecked, setChecked] = useState(false);
  const name = personName(person);
  const isTwinMissing = reason === 'duplicate' && twin === '';
  const save = async (): Promise<void> => {
    setChecked(true);
    if (reason === '' || !isExplained(reason, text) || isTwinMissing) return;
    const duplicate_of = reason === 'duplicate' ? twin : null;
    if (await step(() => closePerson(store, person, { reason, text, duplicate_of }), t`Lead settings updated`))
      onClose();
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOutside={text === ''}
      title={t`Close lead ${name}?`}
      description={
        planned > 0 && (
          <Plural
            value={planned}
            one="# open task with them will be cancelled."
            other="# open tasks with them will be cancelled."
          />
        )
      }
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="danger" onPress={() => void save()}>
            <Trans>Close lead</Trans>
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <RadioCards
          label={t`Why?`}
          options={closeReasons.map((value) => ({ value, title: t(closeReasonLabels[value]) }))}
          value={reason}
          onChange={(value) => setReason(value as CloseReason)}
          errorMessage={isChecked && reason === '' ? t(errorText('required')) : undefined}
        />
        {reason === 'duplicate' && (
          <DuplicatePicker person={person} value={twin} onChange={setTwin} isMissing={isChecked && isTwinMissing} />
        )}
        <ReasonField reason={reason} value={text} onChange={setText} isChecked={isChecked} />
      </div>
    </Sheet>
  );
}

interface DuplicatePickerProps {
  person: Person;
  value: string;
  onChange: (id: string) => void;
  isMissing: boolean;
}

/** Selects the duplicate, closest name first. */
function DuplicatePicker({ person, value, onChange, isMissing }: DuplicatePickerProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const twins = useLiveQuery(() => possibleDuplicates(db, person), [db, person]);
  return (
    <SelectField
      label={t`Who is this a duplicate of?`}
      placeholder={t`Choose`}
      options={(twins ?? []).map((twin) => ({
        value: twin.id,
        label: [personName(twin), twin.city, twin.phone].filter(Boolean).join(', '),
      }))}
      value={value}
      onChange={onChange}
      errorMessage={isMissing ? t(errorText('required')) : undefined}
    />
  );
}

/** Removes a person permanently. Typing the name prevents a mistake. */
export function RemoveSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const [typed, setTyped] = useState('');
  const [isChecked, setChecked] = useState(false);
  const name = personName(person);
  const isRight = isNameTyped(person, typed);
  const save = async (): Promise<void> => {
    setChecked(true);
    if (!isRight) return;
    if (await step(() => removePerson(store, person, typed), t`Deleted successfully`)) onClose();
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOutside={false}
      role="alertdialog"
      title={t`Remove ${name}?`}
      description={<Trans>They can no longer log in. Personal data is erased after 30 days.</Trans>}
      footer={
        <>
          <Button variant="ghost" onPress={onClose} autoFocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="danger" onPress={() => void save()}>
            <Trans context="a person, permanently">Remove</Trans>
          </Button>
        </>
      }
    >
      <TextField
        label={t`Type ${name} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
        errorMessage={isChecked && !isRight ? t(errorText('name_mismatch')) : undefined}
      />
    </Sheet>
  );
}

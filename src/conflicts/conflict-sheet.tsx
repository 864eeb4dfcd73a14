import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { writeNamed } from '../../contract/writes/index.ts';
import type { Entry } from '../db/outbox/entry.ts';
import { Button } from '../ui/button.tsx';
import { ButtonRow } from '../ui/card.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { toast } from '../ui/toast.ts';
import { ConflictField, type FieldChoice } from './conflict-field.tsx';
import { type ConflictSheetProps, DeletedSheet } from './deleted-sheet.tsx';
import { MergedFields } from './merged-fields.tsx';
import {
  conflictingFieldsOf,
  deletionOf,
  mergedFields,
  commonAuthorOf,
  type ConflictingField,
} from './conflict-model.ts';
import { useConflictTitle } from './conflict-labels.ts';
import { errorText } from '../components/error/error-text.tsx';
import { fieldErrorsOf } from '../forms/field-errors.ts';
import { useWriteError } from '../forms/use-write-error.ts';
import { showWaitingToast } from '../components/sync/saved-toast.ts';
import { useStore } from '../hooks/store-context.tsx';

type Choices = Record<string, FieldChoice>;

const valueOf = (clash: ConflictingField, choice: FieldChoice | undefined): unknown => {
  if (choice?.pick === 'mine') return clash.mine;
  return choice?.pick === 'theirs' ? clash.theirs : choice?.typed;
};

/** Returns the error codes of invalid typed values by field. */
function typedErrors(entry: Entry, clashes: readonly ConflictingField[], choices: Choices): Record<string, string> {
  const typed = clashes.filter(({ field }) => choices[field]?.pick === 'other');
  if (typed.length === 0) return {};
  try {
    writeNamed(entry.kind)?.parse(Object.fromEntries(typed.map(({ field }) => [field, choices[field]?.typed])));
    return {};
  } catch (error) {
    const codes = fieldErrorsOf(error);
    if (codes) return codes;
    throw error;
  }
}

function useSave(entry: Entry, onClose: () => void) {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const [isPending, setPending] = useState(false);
  const run = async (values: Record<string, unknown>): Promise<void> => {
    const now = await store.db.outbox.get({ op_id: entry.op_id });
    if (now?.state !== 'conflict') {
      toast(t`This has already been resolved.`);
      return onClose();
    }
    const op_id = await store.resolve(entry.op_id, values);
    if (op_id === null) toast(t`Resolved. Nothing is left to send.`, { tone: 'ok' });
    else showWaitingToast(store, op_id, t`Saved on this device. Will be sent.`);
    onClose();
  };
  const save = (values: Record<string, unknown>): void => {
    setPending(true);
    void run(values)
      .catch(toastError)
      .finally(() => setPending(false));
  };
  return { isPending, save };
}

function FieldSheet({ entry, onClose }: ConflictSheetProps): ReactElement {
  const { t } = useLingui();
  const titleOf = useConflictTitle();
  const { isPending, save } = useSave(entry, onClose);
  const [choices, setChoices] = useState<Choices>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { actor } = useStore();
  const clashes = conflictingFieldsOf(entry);
  const isOwnChange = commonAuthorOf(clashes, actor).kind === 'me';
  const merged = mergedFields(entry, clashes);
  const isReady = clashes.every(({ field }) => choices[field] !== undefined);
  const choose = (field: string, choice: FieldChoice): void => {
    setChoices((earlier) => ({ ...earlier, [field]: choice }));
    setErrors({});
  };
  const chooseAll = (pick: 'mine' | 'theirs'): void => {
    setChoices(Object.fromEntries(clashes.map(({ field }) => [field, { pick, typed: null }])));
    setErrors({});
  };
  const saveChoices = (): void => {
    const newErrors = typedErrors(entry, clashes, choices);
    setErrors(newErrors);
    if (Object.keys(newErrors).length > 0) return;
    save(Object.fromEntries(clashes.map((clash) => [clash.field, valueOf(clash, choices[clash.field])])));
  };
  const count = merged.length;
  const explanation =
    count > 0 ? (
      <Plural
        value={count}
        one="Everything else is already merged (# field)"
        other="Everything else is already merged (# fields)"
      />
    ) : (
      <Trans>Choose which version to keep. Nothing is lost until you save.</Trans>
    );
  const footer = (
    <>
      <Button variant="ghost" onPress={onClose}>
        <Trans>Decide later</Trans>
      </Button>
      <Button onPress={saveChoices} isDisabled={!isReady} isPending={isPending}>
        <Trans>Save</Trans>
      </Button>
    </>
  );
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOnOutsidePress={Object.keys(choices).length === 0}
      title={titleOf(entry)}
      description={<span role="status">{isReady ? <Trans>Ready to save</Trans> : explanation}</span>}
      footer={footer}
    >
      <ButtonRow>
        <Button small variant="soft" onPress={() => chooseAll('mine')}>
          {isOwnChange ? <Trans>All from this device</Trans> : <Trans>Use mine everywhere</Trans>}
        </Button>
        <Button small variant="soft" onPress={() => chooseAll('theirs')}>
          {isOwnChange ? <Trans>All from other device</Trans> : <Trans>Use theirs everywhere</Trans>}
        </Button>
      </ButtonRow>
      {clashes.map((clash) => {
        const code = errors[clash.field];
        return (
          <ConflictField
            key={clash.field}
            entry={entry}
            clash={clash}
            choice={choices[clash.field]}
            onChoose={(choice) => choose(clash.field, choice)}
            errorMessage={code && t(errorText(code))}
          />
        );
      })}
      <MergedFields entry={entry} fields={merged} />
    </Sheet>
  );
}

/**
 * Lets the user choose between two versions of a record. The sheet shows the versions as they were when it was opened.
 * If the record changes in the meantime, the server reports a new conflict when the user's choice is sent.
 */
export function ConflictSheet({ entry, onClose }: ConflictSheetProps): ReactElement {
  const [first] = useState(entry);
  return deletionOf(first) ? (
    <DeletedSheet entry={first} onClose={onClose} />
  ) : (
    <FieldSheet entry={first} onClose={onClose} />
  );
}

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useMemo, useState } from 'react';
import type { Contact } from '../../../../contract/entities/contact.ts';
import { sync } from '../../../bridge/sync.ts';
import { contactName } from '../../../components/contact/contact-labels.ts';
import { ContactPhoto } from '../../../components/contact/contact-photo.tsx';
import { fieldLabel, fieldValueLines } from '../../../components/field/field-labels.ts';
import { useLabelContext } from '../../../components/field/use-label-context.ts';
import { savedContact } from '../../../db/queries/contacts.ts';
import { survivorOf } from '../../../db/queries/merged-contacts.ts';
import { useWriteError } from '../../../forms/use-write-error.ts';
import { usePhoneText } from '../../../hooks/use-phone-text.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { List, Row } from '../../../ui/list.tsx';
import { RadioCards, type RadioOption } from '../../../ui/radio-cards.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { mergeContacts, undoMerge } from './merge-actions.ts';
import {
  changedValues,
  planMerge,
  type Difference,
  type FieldName,
  type MergeSide,
  type MergeSides,
} from './merge-model.ts';
import styles from '../../../conflicts/conflict.module.css';

export interface MergeSheetProps {
  kept: Contact;
  /** Id of the contact that is merged into `kept`. */
  otherId: string;
  /** Op id of the rejected merge that this one replaces. */
  replaces: string | null;
  onClose: () => void;
}

/** Merges two contacts: shows both, and lets the user choose a value for each field in which they differ. */
export function MergeSheet({ kept, otherId, replaces, onClose }: MergeSheetProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  // The sheet shows the contacts as they were when it opened; the server checks that they have not changed since.
  const [first] = useState(kept);
  const loaded = useLiveQuery(
    async () => ({ other: await savedContact(db, otherId), survivor: await survivorOf(db, otherId) }),
    [db, otherId],
  );
  const other = loaded?.other;
  if (other && other.id !== first.id && other.owner_id === first.owner_id)
    return <Comparison kept={first} other={other} replaces={replaces} onClose={onClose} />;
  const isMerged = loaded?.survivor?.id === first.id || otherId === first.id;
  return (
    <Sheet isOpen onClose={onClose} title={t`Merge contacts`}>
      {loaded ? (
        <EmptyState>
          {isMerged ? (
            <Trans>These contacts are already merged.</Trans>
          ) : (
            <Trans>This contact is not on this device. It was deleted or reassigned.</Trans>
          )}
        </EmptyState>
      ) : (
        <Skeleton rows={3} />
      )}
    </Sheet>
  );
}

type ComparisonProps = Omit<MergeSheetProps, 'otherId'> & { other: Contact };

/** Returns a function that queues the merge and offers Undo. */
function useMerge({ kept, other, replaces, onClose }: ComparisonProps) {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const [isPending, setPending] = useState(false);
  const run = async (values: Partial<Record<FieldName, unknown>>): Promise<void> => {
    const merged = await mergeContacts(store, { kept, other, values }, replaces);
    onClose();
    const undo = (): void => void undoMerge(store, merged).catch(toastError);
    toast(t`Contacts merged`, { action: { label: t`Undo`, isUndo: true, onPress: undo } });
  };
  const merge = (values: Partial<Record<FieldName, unknown>>): void => {
    setPending(true);
    void run(values)
      .catch(toastError)
      .finally(() => setPending(false));
  };
  return { isPending, merge };
}

function Comparison(props: ComparisonProps): ReactElement {
  const { onClose } = props;
  const { t } = useLingui();
  const [other] = useState(props.other);
  const { kept } = props;
  const plan = useMemo(() => planMerge(kept, other), [kept, other]);
  const [sides, setSides] = useState<MergeSides>({});
  const { isPending, merge } = useMerge({ ...props, other });
  const names = { kept: contactName(kept), other: contactName(other) };
  const joined = Object.keys(plan.joined);
  const footer = (
    <>
      <Button variant="ghost" onPress={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      <Button writes onPress={() => merge(changedValues(kept, plan, sides))} isPending={isPending}>
        <Trans>Merge</Trans>
      </Button>
    </>
  );
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOnOutsidePress={Object.keys(sides).length === 0}
      title={t`Merge contacts`}
      description={<Trans>One contact stays, with the history and tasks of both. You can undo this.</Trans>}
      footer={footer}
    >
      <List aria-label={t`Contacts to merge`}>
        <ContactSide contact={kept} note={<Trans>Stays</Trans>} />
        <ContactSide contact={other} note={<Trans>Is merged into the other one</Trans>} />
      </List>
      {plan.differences.length === 0 && (
        <small>
          <Trans>Nothing to choose: the contacts do not contradict each other.</Trans>
        </small>
      )}
      {plan.differences.map((difference) => (
        <Choice
          key={difference.field}
          difference={difference}
          contacts={{ kept, other }}
          names={names}
          side={sides[difference.field] ?? difference.initial}
          onChoose={(side) => setSides((earlier) => ({ ...earlier, [difference.field]: side }))}
        />
      ))}
      {joined.length > 0 && <Joined values={plan.joined} count={joined.length} />}
    </Sheet>
  );
}

function ContactSide({ contact, note }: { contact: Contact; note: ReactElement }): ReactElement {
  const phoneText = usePhoneText();
  const { phones, emails, city } = contact;
  const facts = [phones[0] ? phoneText(phones[0].number) : emails[0], city].filter(Boolean).join(', ');
  return (
    <Row
      leading={<ContactPhoto contact={contact} fetchPhoto={sync.fetchBlob} />}
      title={contactName(contact)}
      subtitle={facts}
      meta={<small>{note}</small>}
    />
  );
}

type ChoiceProps = {
  difference: Difference;
  contacts: { kept: Contact; other: Contact };
  names: { kept: string; other: string };
  side: MergeSide;
  onChoose: (side: MergeSide) => void;
};

/** Lets the user choose the value of one field. */
function Choice({ difference, contacts, names, side: chosen, onChoose }: ChoiceProps): ReactElement {
  const { t } = useLingui();
  const labelContext = useLabelContext();
  const fieldInfo = fieldLabel('contacts', difference.field);
  const sources = { kept: names.kept, other: names.other, both: t`From both contacts` };
  // Two contacts with the same name are distinguished by their roles.
  if (names.kept === names.other)
    Object.assign(sources, { kept: t`From the contact that stays`, other: t`From the other contact` });
  const options: RadioOption[] = difference.options.map(({ side, value }) => ({
    value: side,
    title:
      difference.field === 'photo' && side !== 'both' ? (
        <ContactPhoto contact={contacts[side]} size="xl" fetchPhoto={sync.fetchBlob} />
      ) : (
        fieldValueLines(fieldInfo, value, labelContext).map((line) => (
          <span key={line} className={styles.line}>
            {line}
          </span>
        ))
      ),
    subtitle: sources[side],
  }));
  return (
    <RadioCards
      label={t(fieldInfo.label)}
      options={options}
      value={chosen}
      onChange={(side) => onChoose(side as MergeSide)}
      layout="tall"
    />
  );
}

/** Lists the fields that need no choice. They are collapsed. */
function Joined({ values, count }: { values: Partial<Record<FieldName, unknown>>; count: number }): ReactElement {
  const { t } = useLingui();
  const labelContext = useLabelContext();
  return (
    <details className={styles.merged}>
      <summary>
        <Plural value={count} one="# more field is joined" other="# more fields are joined" />
      </summary>
      <dl className={styles.values}>
        {Object.entries(values).map(([field, value]) => {
          const fieldInfo = fieldLabel('contacts', field);
          const lines =
            field === 'photo' ? [t`From the other contact`] : fieldValueLines(fieldInfo, value, labelContext);
          return (
            <div key={field}>
              <dt>{t(fieldInfo.label)}</dt>
              <dd>{lines.join('\n')}</dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}

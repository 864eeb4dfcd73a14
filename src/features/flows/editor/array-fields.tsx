import { Trans, useLingui } from '@lingui/react/macro';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactElement, ReactNode } from 'react';
import { useFieldArray } from 'react-hook-form';
import { MAX_LIST_ITEMS, MAX_QUESTIONS } from '../../../../contract/landing/values.ts';
import { FormTextArea, FormTextField } from '../../../forms/fields.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { propLabel } from '../block-labels.ts';
import styles from './block-form.module.css';
import { MAX_ANSWER_CHARS, MAX_ITEM_CHARS, MAX_QUESTION_CHARS } from './limits.ts';
import type { BlockForm } from './use-block-form.ts';

interface ListEntryProps {
  /** Number of the entry, from 1. */
  number: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
  children: ReactNode;
}

/** One entry of a list in a block's form, with buttons that move and remove the entry. */
function ListEntry({ number, count, onMove, onRemove, children }: ListEntryProps): ReactElement {
  const { t } = useLingui();
  const index = number - 1;
  return (
    <li className={styles.entry}>
      <div className={styles.fields}>{children}</div>
      <div className={styles.moves}>
        <IconButton
          aria-label={t`Move item ${number} up`}
          isDisabled={number === 1}
          onPress={() => onMove(index, index - 1)}
        >
          <IconChevronUp aria-hidden="true" />
        </IconButton>
        <IconButton
          aria-label={t`Move item ${number} down`}
          isDisabled={number === count}
          onPress={() => onMove(index, index + 1)}
        >
          <IconChevronDown aria-hidden="true" />
        </IconButton>
        <IconButton aria-label={t`Remove item ${number}`} onPress={() => onRemove(index)}>
          <IconX aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}

export interface ListEntriesProps extends Pick<ListEntryProps, 'onMove' | 'onRemove'> {
  /** The React keys of the entries. */
  ids: readonly string[];
  /** Renders the form fields of the entry at an index. */
  children: (index: number) => ReactNode;
}

/** The entries of a list in a block's form, each with its fields. */
export function ListEntries({ ids, children, ...actions }: ListEntriesProps): ReactElement {
  return (
    <ol className={styles.entries}>
      {ids.map((id, index) => (
        <ListEntry key={id} number={index + 1} count={ids.length} {...actions}>
          {children(index)}
        </ListEntry>
      ))}
    </ol>
  );
}

function AddButton({
  onPress,
  isDisabled,
  children,
}: {
  onPress: () => void;
  isDisabled: boolean;
  children: ReactNode;
}) {
  return (
    <Button variant="soft" small icon={<IconPlus aria-hidden="true" />} onPress={onPress} isDisabled={isDisabled}>
      {children}
    </Button>
  );
}

/** The form fields for the items of a list block. */
export function ItemsField({ form: { control } }: { form: BlockForm }): ReactElement {
  const { t } = useLingui();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'items' });
  return (
    <FieldGroup label={t(propLabel('items'))} isNamed>
      <ListEntries ids={fields.map(({ id }) => id)} onMove={move} onRemove={remove}>
        {(index) => (
          <FormTextField
            control={control}
            name={`items.${index}.text`}
            aria-label={t`Item ${index + 1}`}
            maxLength={MAX_ITEM_CHARS}
            autoComplete="off"
          />
        )}
      </ListEntries>
      <AddButton onPress={() => append({ text: '' })} isDisabled={fields.length >= MAX_LIST_ITEMS}>
        <Trans>Add item</Trans>
      </AddButton>
    </FieldGroup>
  );
}

/** The form fields for the questions and answers of an FAQ block. */
export function QuestionsField({ form: { control } }: { form: BlockForm }): ReactElement {
  const { t } = useLingui();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'questions' });
  return (
    <FieldGroup label={t(propLabel('questions'))} isNamed>
      <ListEntries ids={fields.map(({ id }) => id)} onMove={move} onRemove={remove}>
        {(index) => (
          <>
            <FormTextField
              control={control}
              name={`questions.${index}.question`}
              label={t`Question ${index + 1}`}
              maxLength={MAX_QUESTION_CHARS}
              autoComplete="off"
            />
            <FormTextArea
              control={control}
              name={`questions.${index}.answer`}
              label={t({ message: 'Reply', context: 'reply to a question on a page' })}
              maxLength={MAX_ANSWER_CHARS}
            />
          </>
        )}
      </ListEntries>
      <AddButton onPress={() => append({ question: '', answer: '' })} isDisabled={fields.length >= MAX_QUESTIONS}>
        <Trans>Add question</Trans>
      </AddButton>
    </FieldGroup>
  );
}

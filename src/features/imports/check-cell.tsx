import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useId } from 'react';
import { isWarning, type Issue } from '../../../contract/imports/fields.ts';
import styles from './imports.module.css';
import { useIssueText } from './labels.ts';

type CheckCellProps = {
  /** Accessible name: the column and the line number. */
  name: string;
  text: string;
  issue: Issue | undefined;
  isChanged: boolean;
  isEdited: boolean;
  onEdit: () => void;
  onCancel: () => void;
  /** Saves the text. With `toNext`, the editor then moves to the next problem. */
  onSave: (text: string, toNext: boolean) => void;
};

function CellInput({ name, text, issue, onCancel, onSave }: CheckCellProps): ReactElement {
  const id = useId();
  const issueText = useIssueText();
  return (
    <>
      <input
        className={styles.input}
        aria-label={name}
        aria-describedby={id}
        defaultValue={text}
        autoFocus
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSave(event.currentTarget.value, true);
          else if (event.key === 'Escape') onCancel();
          else return;
          event.preventDefault();
        }}
        onBlur={({ currentTarget }) => (currentTarget.value === text ? onCancel() : onSave(currentTarget.value, false))}
      />
      <small id={id}>
        {issue && <>{issueText(issue)}. </>}
        <Trans>Enter: save and go to the next problem</Trans>
      </small>
    </>
  );
}

/** A cell of an import file, which becomes a text field when it is pressed. */
export function CheckCell(props: CheckCellProps): ReactElement {
  const { t } = useLingui();
  const issueText = useIssueText();
  const { name, text, issue, isChanged, isEdited, onEdit } = props;
  if (isEdited) return <CellInput {...props} />;
  const tone = isChanged ? 'changed' : issue && (isWarning(issue.code) ? 'wait' : 'need');
  const shown = text === '' ? t`Empty` : text;
  return (
    <button
      type="button"
      className={styles.cell}
      data-tone={tone}
      aria-label={[name, shown, issue && !isChanged ? issueText(issue) : ''].filter(Boolean).join(', ')}
      onClick={onEdit}
    >
      {text === '' && !issue ? '\u00A0' : shown}
    </button>
  );
}

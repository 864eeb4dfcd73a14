import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { ImportPlanRow } from '../../../contract/api-calls/imports.ts';
import { isWarning } from '../../../contract/imports/fields.ts';
import { TextLink } from '../../ui/button.tsx';
import styles from './imports.module.css';
import { fieldLabels, filterLabels, useIssueText } from './labels.ts';

/** Shows what is wrong with a row, or what the import will do with it. */
export function RowProblem({ row, isChanged }: { row: ImportPlanRow; isChanged: boolean }): ReactElement {
  const { t } = useLingui();
  const issueText = useIssueText();
  if (isChanged) return <Trans>Changed, not checked yet</Trans>;
  const { issues, person, fields } = row;
  const isError = issues.some(({ code }) => !isWarning(code)) && row.disposition === 'error';
  const now = t(filterLabels[row.disposition]);
  const before = row.was && t(filterLabels[row.was]);
  const names = fields.map((name) => t(fieldLabels[name as keyof typeof fieldLabels] ?? fieldLabels.note)).join(', ');
  return (
    <span className={styles.problem} data-tone={isError ? 'need' : issues.length > 0 ? 'wait' : 'quiet'}>
      {before !== null && (
        <>{row.was === row.disposition ? <Trans>{now}, with other values.</Trans> : `${before} → ${now}.`} </>
      )}
      {issues.map((issue, at) => (
        <span key={at}>{issueText(issue)} </span>
      ))}
      {names}
      {person && person.name !== '' && (
        <>
          {' '}
          <TextLink to="/user/view-details/$personId" params={{ personId: person.id }}>
            {person.name}
          </TextLink>
        </>
      )}
    </span>
  );
}

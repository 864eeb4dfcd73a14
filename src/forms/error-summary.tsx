import { useLingui } from '@lingui/react/macro';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import type { ReactElement } from 'react';
import { type FieldPath, type FieldValues, useFormState } from 'react-hook-form';
import { Banner } from '../ui/banner.tsx';
import { TextButton } from '../ui/button.tsx';
import styles from './error-summary.module.css';
import { errorCodes, isMissing } from './form.tsx';
import type { AppForm } from './use-app-form.ts';

export interface ErrorSummaryProps<Values extends FieldValues, Output> {
  form: Pick<AppForm<Values, Output>, 'control' | 'setFocus'>;
  /**
   * The labels of the fields, in their order on the screen. Errors in the items of a list field use the label of the
   * list.
   */
  labels: Readonly<Partial<Record<keyof Values & string, string>>>;
  /** The title if required fields are empty. */
  missingTitle?: string;
  /** Focuses a field that `setFocus` does not reach, such as one that is not rendered yet. */
  onFocusField?: (path: FieldPath<Values>) => void;
}

/**
 * Lists the invalid fields above the form after a submit, with a link to each field. Meant for forms that are longer
 * than a screen.
 */
export function ErrorSummary<Values extends FieldValues, Output>(
  props: ErrorSummaryProps<Values, Output>,
): ReactElement | null {
  const { t } = useLingui();
  const { form, labels, missingTitle = t`Please, fill all necessary fields`, onFocusField = form.setFocus } = props;
  const { errors, isSubmitted } = useFormState({ control: form.control });
  const codes = errorCodes(errors);
  const paths = Object.keys(codes) as FieldPath<Values>[];
  if (!isSubmitted || paths.length === 0) return null;
  const links = Object.entries<string | undefined>(labels).flatMap(([name, label]) => {
    const path = paths.find((candidate) => candidate === name || candidate.startsWith(`${name}.`));
    return path === undefined ? [] : [{ path, label }];
  });
  return (
    <Banner
      tone="need"
      role="alert"
      icon={<IconAlertCircle />}
      title={Object.values(codes).some(isMissing) ? missingTitle : t`Correct these fields`}
    >
      <ul className={styles.links}>
        {links.map(({ path, label }) => (
          <li key={path}>
            <TextButton onPress={() => onFocusField(path)}>{label}</TextButton>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

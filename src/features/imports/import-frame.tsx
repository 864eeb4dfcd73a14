import { Trans, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { ReactElement, ReactNode } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import styles from './import-frame.module.css';

type Step = 'file' | 'columns' | 'check' | 'import';

function Steps({ step }: { step: Step }): ReactElement {
  const { t } = useLingui();
  const steps: [Step, string][] = [
    ['file', t`File`],
    ['columns', t`Columns`],
    ['check', t`Check`],
    ['import', t({ message: 'Import', context: 'step of an import' })],
  ];
  const current = steps.findIndex(([key]) => key === step);
  return (
    <ol className={styles.steps} aria-label={t`Steps`}>
      {steps.map(([key, label], at) => (
        <li
          key={key}
          className={styles.step}
          data-done={at < current}
          {...(at === current && { 'aria-current': 'step' })}
        >
          <span className={styles.number}>{at < current ? <IconCheck size={16} aria-hidden="true" /> : at + 1}</span>
          {label}
        </li>
      ))}
    </ol>
  );
}

type ImportFrameProps = {
  step: Step;
  /** The bar at the bottom of a step: a Back button, a text that explains what is missing, and one primary button. */
  dock?: ReactNode;
  children: ReactNode;
};

/** The frame of a step of an import. */
export function ImportFrame({ step, dock, children }: ImportFrameProps): ReactElement {
  const { t } = useLingui();
  const backLink = (
    <BackLink to="/staff/users_imports">
      <Trans>Imports</Trans>
    </BackLink>
  );
  return (
    <Screen title={t`Import people`} back={backLink}>
      <Steps step={step} />
      <div className={styles.body}>{children}</div>
      {dock && <div className={styles.dock}>{dock}</div>}
    </Screen>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { CopyButton } from './copy-button.tsx';
import { diagnosticsText } from './diagnostics.ts';
import { readDiagnostics } from './diagnostics-data.ts';
import styles from './sync.module.css';

/** Creates a diagnostics text on request, and shows it before it is copied. */
export function DiagnosticsCard(): ReactElement {
  const { t, i18n } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const [text, setText] = useState<string | null>(null);
  const read = async (): Promise<void> => setText(diagnosticsText(await readDiagnostics(store, i18n.locale)));
  return (
    <Section title={<Trans>Diagnostics</Trans>}>
      <Card>
        <p className={styles.small}>
          <Trans>For support. It contains no names, texts or phone numbers.</Trans>
        </p>
        {text === null ? (
          <Button variant="soft" onPress={() => void read().catch(toastError)}>
            <Trans>Show diagnostics</Trans>
          </Button>
        ) : (
          <>
            <div className={styles.text} role="group" aria-label={t`Diagnostics`} lang="en">
              {text}
            </div>
            <CopyButton text={text} />
          </>
        )}
      </Card>
    </Section>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Card, Section } from '../../ui/card.tsx';
import type { Collection } from './queries.ts';
import styles from './sync.module.css';
import { collectionNames } from './words.ts';

/** What is here, row for row. */
export function OnPhone({ counts }: { counts: readonly [Collection, number][] }): ReactElement {
  const { t, i18n } = useLingui();
  return (
    <Section title={<Trans>On this phone</Trans>}>
      <Card>
        <dl className={styles.counts}>
          {counts.map(([name, count]) => (
            <div key={name}>
              <dt>{t(collectionNames[name])}</dt>
              <dd>{i18n.number(count)}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </Section>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import type { BulkResult, RowResult } from './bulk.ts';
import styles from './bulk.module.css';

/** Maximum number of people per result that are listed before the user expands the list. */
const SHOWN_ROWS = 50;

function useAnswerTexts(changed: string): Record<RowResult, string> {
  const { t } = useLingui();
  return {
    changed,
    queued: t`Not sent yet`,
    unchanged: t({ message: 'Unchanged', context: 'people after a bulk change' }),
    conflict: t({ message: 'Changed in the meantime', context: 'people after a bulk change' }),
    forbidden: t`Not allowed`,
    not_synced: t`You need to be online: not on this device`,
  };
}

/** Returns the texts that replace the general texts of some error codes in a bulk change. */
function useCodeTexts(): Record<string, string> {
  const { t } = useLingui();
  return {
    limit_reached: t`Daily limit reached`,
    lead_state: t`Their status does not allow this`,
    tag_unknown: t`Unknown tag`,
    conflict: t`Changed by someone else`,
  };
}

const order: readonly RowResult[] = ['conflict', 'forbidden', 'not_synced', 'queued', 'changed', 'unchanged'];

interface BulkResultsProps {
  results: readonly BulkResult[];
  /** Text for the rows that were changed. */
  changed: string;
}

/** Lists the results of a bulk change, grouped; results that need attention come first. */
export function BulkResults({ results, changed }: BulkResultsProps): ReactElement {
  const texts = useAnswerTexts(changed);
  const groups = Map.groupBy(results, ({ answer }) => answer);
  return (
    <div className={styles.results} role="status">
      {order.map((answer) => {
        const group = groups.get(answer);
        return group && <Answer key={answer} title={texts[answer]} results={group} />;
      })}
    </div>
  );
}

function Answer({ title, results }: { title: string; results: readonly BulkResult[] }): ReactElement {
  const codes = useCodeTexts();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? results : results.slice(0, SHOWN_ROWS);
  return (
    <Section level={3} title={`${title}: ${results.length}`}>
      <List aria-label={title}>
        {shown.map(({ id, name, code }) => (
          <Row key={id} title={name} subtitle={(code && codes[code]) ?? undefined} />
        ))}
      </List>
      {shown.length < results.length && (
        <Button variant="ghost" onPress={() => setWhole(true)}>
          <Trans>Show all</Trans>
        </Button>
      )}
    </Section>
  );
}

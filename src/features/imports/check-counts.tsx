import { useLingui } from '@lingui/react/macro';
import { createLink } from '@tanstack/react-router';
import type { CSSProperties, ReactElement } from 'react';
import { dispositions } from '../../../contract/filter-values.ts';
import type { PlanCounts } from '../../../contract/imports/plan.ts';
import { Anchor, type AnchorProps } from '../../ui/press.tsx';
import styles from './imports.module.css';
import { filterLabels } from './labels.ts';
import { rowFilters, type RowFilter } from './search-params.ts';

/** Returns the number of rows that a filter shows. */
export const countOf = (counts: PlanCounts, filter: RowFilter): number =>
  ({
    create: counts.create,
    update: counts.update,
    unchanged: counts.unchanged,
    skip: counts.skipped,
    error: counts.failed,
    warning: counts.warnings,
  })[filter];

type CountAnchorProps = Omit<AnchorProps, 'current' | 'className'> & { filter: RowFilter; isCurrent: boolean };

function CountAnchor({ filter, isCurrent, ...rest }: CountAnchorProps): ReactElement {
  return <Anchor {...rest} className={styles.count} data-filter={filter} current={isCurrent ? 'true' : undefined} />;
}

const CountLink = createLink(CountAnchor);

type CheckCountsProps = { importId: string; counts: PlanCounts; only: RowFilter };

/** Shows how many rows will be created, updated or skipped. Each number filters the grid below. */
export function CheckCounts({ importId, counts, only }: CheckCountsProps): ReactElement {
  const { t } = useLingui();
  return (
    <>
      <div className={styles.strip} aria-hidden="true">
        {dispositions.map((part) => {
          const share = countOf(counts, part);
          const style: CSSProperties & Record<'--share', number> = { '--share': share };
          return share > 0 && <span key={part} className={styles.share} data-part={part} style={style} />;
        })}
      </div>
      <nav className={styles.counts} aria-label={t`Rows by result`}>
        {rowFilters.map((filter) => (
          <CountLink
            key={filter}
            to="/staff/users_imports/$importId/check"
            params={{ importId }}
            search={{ only: filter }}
            replace
            filter={filter}
            isCurrent={filter === only}
          >
            {t(filterLabels[filter])}
            <span className={styles.figure}>{countOf(counts, filter)}</span>
          </CountLink>
        ))}
      </nav>
    </>
  );
}

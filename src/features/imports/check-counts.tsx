import { Trans, useLingui } from '@lingui/react/macro';
import { createLink } from '@tanstack/react-router';
import type { CSSProperties, ReactElement } from 'react';
import { dispositions } from '../../../contract/filter-values.ts';
import type { ImportCheck } from '../../db/schema/import-draft.ts';
import { Anchor, type AnchorProps } from '../../ui/press.tsx';
import styles from './imports.module.css';
import { filterLabels } from './labels.ts';
import { rowFilters, type RowFilter } from './search-params.ts';

/** Returns the number of rows that a filter shows. */
export const countOf = ({ counts, changed }: Pick<ImportCheck, 'counts' | 'changed'>, filter: RowFilter): number =>
  ({
    create: counts.create,
    update: counts.update,
    unchanged: counts.unchanged,
    skip: counts.skipped,
    error: counts.failed,
    warning: counts.warnings,
    changed,
  })[filter];

type CountAnchorProps = Omit<AnchorProps, 'current' | 'className'> & { filter: RowFilter; isCurrent: boolean };

function CountAnchor({ filter, isCurrent, ...rest }: CountAnchorProps): ReactElement {
  return <Anchor {...rest} className={styles.count} data-filter={filter} current={isCurrent ? 'true' : undefined} />;
}

const CountLink = createLink(CountAnchor);

/** Returns the filters of a check. The filter of the changed rows is among them only if the plan has changed. */
const filtersOf = ({ changed }: ImportCheck): readonly RowFilter[] =>
  changed > 0 ? rowFilters : rowFilters.filter((filter) => filter !== 'changed');

/** Shows the number of rows of a filter in the previous plan, which the user saw, if the number has changed. */
function PreviousCount({ check, filter }: { check: ImportCheck; filter: RowFilter }): ReactElement | null {
  const { previous } = check;
  if (!previous || filter === 'changed') return null;
  const before = countOf({ counts: previous, changed: 0 }, filter);
  if (before === countOf(check, filter)) return null;
  return (
    <small>
      <Trans>was {before}</Trans>
    </small>
  );
}

type CheckCountsProps = { importId: string; check: ImportCheck; only: RowFilter };

/** Shows how many rows will be created, updated or skipped. Each number filters the grid below. */
export function CheckCounts({ importId, check, only }: CheckCountsProps): ReactElement {
  const { t } = useLingui();
  return (
    <>
      <div className={styles.strip} aria-hidden="true">
        {dispositions.map((part) => {
          const share = countOf(check, part);
          const style: CSSProperties & Record<'--share', number> = { '--share': share };
          return share > 0 && <span key={part} className={styles.share} data-part={part} style={style} />;
        })}
      </div>
      <nav className={styles.counts} aria-label={t`Rows by result`}>
        {filtersOf(check).map((filter) => (
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
            <span className={styles.figure}>{countOf(check, filter)}</span>
            <PreviousCount check={check} filter={filter} />
          </CountLink>
        ))}
      </nav>
    </>
  );
}

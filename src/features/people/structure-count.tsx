import { Plural, Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';

interface StructureCountProps {
  /** Number of people who match the filters. */
  count: number;
  total: number;
}

/** How many people are in the user's structure, and how many of them match the filters. */
export function StructureCount({ count, total }: StructureCountProps): ReactElement {
  if (count === total)
    return <Plural value={count} one="# person in your structure" other="# people in your structure" />;
  return (
    <Trans>
      {count} of <Plural value={total} one="# person in your structure" other="# people in your structure" />
    </Trans>
  );
}

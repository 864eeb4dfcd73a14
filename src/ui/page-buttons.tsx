import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Button } from './button.tsx';
import { ButtonRow } from './card.tsx';

interface PageButtonsProps {
  page: number;
  /** Number of the next page; null if this is the last page. */
  next: number | null;
  onTurn: (page: number) => void;
  /** Whether the rows are ordered by time, latest first. */
  isByTime?: boolean;
}

/** Buttons to the next and previous page of a list. Renders nothing if there is only one page. */
export function PageButtons({ page, next, onTurn, isByTime = true }: PageButtonsProps): ReactElement | null {
  if (page === 1 && next === null) return null;
  return (
    <ButtonRow>
      <Button variant="ghost" isDisabled={page === 1} onPress={() => onTurn(page - 1)}>
        {isByTime ? <Trans>Newer</Trans> : <Trans>Previous page</Trans>}
      </Button>
      <Button variant="ghost" isDisabled={next === null} onPress={() => onTurn(page + 1)}>
        {isByTime ? <Trans>Older</Trans> : <Trans>Next page</Trans>}
      </Button>
    </ButtonRow>
  );
}

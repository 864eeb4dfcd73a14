import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { LinkButton } from '../../ui/button.tsx';

/** The URL hash with which a lesson opens with the focus in the comment composer. */
export const COMMENT_HASH = 'comment';

/** A button that opens a lesson with the focus in the comment composer. */
export function CommentLink({ lesson, small = false }: { lesson: string; small?: boolean }): ReactElement {
  return (
    <LinkButton
      variant="soft"
      small={small}
      to="/lesson/view/$lessonId"
      params={{ lessonId: lesson }}
      hash={COMMENT_HASH}
    >
      <Trans context="verb">Comment</Trans>
    </LinkButton>
  );
}

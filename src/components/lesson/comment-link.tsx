import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { LinkButton } from '../../ui/button.tsx';

/** The hash in the URL of a lesson that moves the focus to the composer of a comment. */
export const COMMENT_HASH = 'comment';

/** A button that opens a lesson with the focus in the composer of a comment. */
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

import { Trans } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiLimits } from '../hooks/use-offers.ts';
import { Banner } from '../ui/banner.tsx';
import { LinkButton } from '../ui/button.tsx';
import { isLimited } from './screen-limits.ts';

/** Explains above a screen that the server lacks calls for it. */
export function LimitsNotice(): ReactNode {
  const { pathname } = useLocation();
  const limits = useApiLimits();
  if (!limits || !isLimited(pathname, limits.missing)) return null;
  return (
    <Banner
      title={<Trans>This server does not offer everything on this screen</Trans>}
      action={
        <LinkButton small variant="soft" to="/sync">
          <Trans>Sync centre</Trans>
        </LinkButton>
      }
    >
      <Trans>Lists may stay empty, and some changes are not possible.</Trans>
    </Banner>
  );
}

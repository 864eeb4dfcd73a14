import { Trans } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSyncState } from '../hooks/sync-context.tsx';
import { Banner } from '../ui/banner.tsx';
import { LinkButton } from '../ui/button.tsx';
import { isLimited } from './screen-limits.ts';

/** A notice above a screen: the server lacks calls that the screen needs, or does not return its lists at present. */
export function LimitsNotice(): ReactNode {
  const { pathname } = useLocation();
  const status = useSyncState()?.status;
  const unreadLists = status?.unread?.lists.map(({ call }) => ({ name: call })) ?? [];
  const isLacking = isLimited(pathname, status?.limits ?? []);
  if (!isLacking && !isLimited(pathname, unreadLists)) return null;
  return (
    <Banner
      title={
        isLacking ? (
          <Trans>This server does not offer everything on this screen</Trans>
        ) : (
          <Trans>This screen may be out of date</Trans>
        )
      }
      action={
        <LinkButton small variant="soft" to="/sync">
          <Trans>Sync centre</Trans>
        </LinkButton>
      }
    >
      {isLacking ? (
        <Trans>Lists may stay empty, and some changes are not possible.</Trans>
      ) : (
        <Trans>The server does not return its data. It will retry automatically.</Trans>
      )}
    </Banner>
  );
}

import { Plural, Trans } from '@lingui/react/macro';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import type { ReactElement, ReactNode } from 'react';
import type { TextOverrides } from '../../components/error/error-messages.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { formatTime } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { linkText } from './link-labels.ts';
import { isLinkUnusable, linkNeedsOtherDevice, type Link } from './use-link.ts';

/** Shows the minutes until the link expires, from the server's expiry and this device's clock. */
function TimeLeft({ until }: { until: number }): ReactElement {
  const remainingMinutes = Math.ceil((until - useNow('second')) / 60_000);
  const time = formatTime(until);
  if (remainingMinutes <= 0) return <ErrorNotice error={{ why: 'refused', code: 'link_expired' }} />;
  return (
    <Banner tone="quiet" icon={<IconClock />}>
      <Plural
        value={remainingMinutes}
        one={`This link expires in # minute, at ${time}.`}
        other={`This link expires in # minutes, at ${time}.`}
      />
    </Banner>
  );
}

export interface LinkFrameProps {
  link: Link;
  /** Text that explains how to get a new link. */
  another: ReactNode;
  failureTexts?: TextOverrides;
  /** Hides the minutes until the expiry, for links that are valid for days. */
  isTimeHidden?: boolean;
  /** Shown for a valid link. */
  children: ReactNode;
}

/** Shows the content for a valid link, or why the link does not work: wrong, expired, used, or offline. */
export function LinkFrame({
  link,
  another,
  failureTexts = linkText,
  isTimeHidden = false,
  children,
}: LinkFrameProps): ReactElement {
  const { state, check } = link;
  switch (state.kind) {
    case 'none':
      return (
        <>
          <Banner tone="wait" icon={<IconLink />} title={<Trans>Open the link again</Trans>}>
            <Trans>For your safety, it is not kept in the address bar.</Trans>
          </Banner>
          {another}
        </>
      );
    case 'checking':
      return <Skeleton rows={2} leading="none" />;
    case 'bad': {
      const retryButton = !isLinkUnusable(state.failure) && !linkNeedsOtherDevice(state.failure) && (
        <Button small variant="soft" onPress={check}>
          <Trans>Try again</Trans>
        </Button>
      );
      return (
        <>
          <ErrorNotice error={state.failure} text={failureTexts} action={retryButton} />
          {isLinkUnusable(state.failure) && another}
        </>
      );
    }
    case 'good':
      return (
        <>
          {!isTimeHidden && <TimeLeft until={state.until} />}
          {children}
        </>
      );
  }
}

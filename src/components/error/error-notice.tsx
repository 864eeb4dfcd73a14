import { Plural, useLingui } from '@lingui/react/macro';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconWifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs';
import type { ReactElement, ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { failureText, visibleFailure, type FailureCode, type TextOverrides } from './error-messages.ts';

export interface ErrorNoticeProps {
  error: FailureCode;
  text?: TextOverrides;
  action?: ReactNode;
}

const networkCauses: readonly FailureCode['why'][] = ['offline', 'no_answer', 'portal'];

/** A banner that explains why an action failed and what the user can do. */
export function ErrorNotice({ error, text, action }: ErrorNoticeProps): ReactElement {
  const { t } = useLingui();
  const failure = visibleFailure(error);
  const { title, help } = failureText(failure, text);
  return (
    <Banner
      tone={failure.why === 'refused' ? 'need' : 'wait'}
      role="alert"
      icon={networkCauses.includes(failure.why) ? <IconWifiOff /> : <IconAlertCircle />}
      title={t(title)}
      action={action}
    >
      {help && t(help)}
      {failure.why === 'refused' && failure.retry_after_s !== undefined && <WaitHint seconds={failure.retry_after_s} />}
    </Banner>
  );
}

/** Shows how long to wait: in seconds if it is less than two minutes, otherwise in full minutes. */
function WaitHint({ seconds }: { seconds: number }): ReactElement {
  if (seconds < 120) return <Plural value={seconds} one="Try again in # second." other="Try again in # seconds." />;
  return <Plural value={Math.ceil(seconds / 60)} one="Try again in # minute." other="Try again in # minutes." />;
}

/** A banner that asks the user to fill in all fields of a form. */
export function EmptyNotice(): ReactElement {
  const { t } = useLingui();
  return <Banner tone="need" role="alert" icon={<IconAlertCircle />} title={t`Please, fill all fields`} />;
}

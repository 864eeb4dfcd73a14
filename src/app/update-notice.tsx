import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { noticeUpdate } from '../components/release/seen-release.ts';
import { WhatsNew } from '../components/release/whats-new.tsx';
import { log } from '../lib/log.ts';
import { isViewing } from '../lib/view-mode.ts';
import { toast } from '../ui/toast.ts';
import { loadRestOfTexts } from './i18n.ts';

/** Announces an update when the new version first runs on a device, and shows its new features on request. */
export function UpdateNotice(): ReactNode {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const notify = useEffectEvent(async (): Promise<void> => {
    if (isViewing() || !(await noticeUpdate())) return;
    await loadRestOfTexts();
    toast(t`Haversack was updated`, { action: { label: t`What's new`, onPress: () => setOpen(true) } });
  });
  useEffect(() => void notify().catch((error: unknown) => log.warn('an update was not announced', error)), []);
  return isOpen && <WhatsNew onClose={() => setOpen(false)} />;
}

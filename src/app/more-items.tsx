import { useLingui } from '@lingui/react/macro';
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconHeart from '@tabler/icons-react/dist/esm/icons/IconHeart.mjs';
import IconReportMoney from '@tabler/icons-react/dist/esm/icons/IconReportMoney.mjs';
import { useIsShown } from '../hooks/use-is-shown.ts';
import type { NavItem } from '../ui/app-nav.tsx';
import { useCurrentUser } from './current-user-context.tsx';

/** Returns the screens for the user's role that are listed under More but not in the rail. */
export function useMoreItems(): NavItem[] {
  const { t } = useLingui();
  const user = useCurrentUser();
  const items: NavItem[] = [
    { key: 'downloads', icon: <IconDownload />, label: t`Downloads`, to: '/downloads' },
    { key: 'donate', icon: <IconHeart />, label: t`Donate`, to: '/donate' },
    { key: 'donations', icon: <IconCoins />, label: t`Donations`, to: '/donations' },
    ...(user?.is_staff
      ? [{ key: 'payments', icon: <IconCreditCard />, label: t`Payments`, to: '/payments' } as const]
      : []),
    ...(user?.is_admin
      ? [{ key: 'accounting', icon: <IconReportMoney />, label: t`Accounting`, to: '/accounting' } as const]
      : []),
    ...(user && !user.is_staff
      ? [{ key: 'subscription', icon: <IconCreditCard />, label: t`Subscription`, to: '/subscription' } as const]
      : []),
  ];
  return items.filter(useIsShown());
}

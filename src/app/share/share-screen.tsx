import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconShare2 from '@tabler/icons-react/dist/esm/icons/IconShare2.mjs';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { MAX_SHARE_BYTES, shareRefusals, type ShareRefusal } from '../../db/storage/shares.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { ShareCard } from './share-card.tsx';
import styles from './share.module.css';
import { useOpenedFiles } from './use-opened-files.ts';
import { useShares } from './use-shares.ts';

const route = getRouteApi('/_member/share');

/** Returns a function that explains why shared content was not accepted, and what the user can do. */
function useRefusalText(): (refusal: ShareRefusal) => string {
  const { t } = useLingui();
  const limit = formatBytes(MAX_SHARE_BYTES);
  return (refusal) => {
    switch (refusal) {
      case 'too_large':
        return t`It is larger than ${limit}. Share fewer or smaller files`;
      case 'full':
        return t`Too many shares are waiting. Use or discard them first, then share it again`;
      case 'no_room':
        return t`The storage of this device is full. Free up space, then share it again`;
      case 'nothing':
        return t`Texts, links, pictures, vCard and CSV files can be shared`;
      case 'unreadable':
        return t`It could not be read. Share it again`;
      case 'not_ready':
        return t`Haversack was not ready for it. Share it again in a minute`;
    }
  };
}

/** Explains that the latest share was not stored on this device. */
function RefusedBanner({ refusal }: { refusal: ShareRefusal }): ReactElement {
  const navigate = route.useNavigate();
  const refusalText = useRefusalText();
  return (
    <Banner
      tone="need"
      role="alert"
      icon={<IconAlertTriangle />}
      title={<Trans>This was not accepted</Trans>}
      onClose={() => void navigate({ to: '/share', replace: true })}
    >
      {refusalText(refusal)}
    </Banner>
  );
}

/**
 * /share: lists what other apps have shared with this one, with the possible actions. The operating system also uses
 * this screen to open files with the app.
 */
export function ShareScreen(): ReactElement {
  const { t } = useLingui();
  const { refused } = route.useSearch();
  const refusal = shareRefusals.find((each) => each === refused);
  const [shares, reload] = useShares();
  const [share, ...later] = shares ?? [];
  useOpenedFiles(reload);
  return (
    <Screen title={t`Shared with Haversack`} narrow>
      <Stack gap="m">
        {refusal && <RefusedBanner refusal={refusal} />}
        {!shares && <Skeleton leading="none" />}
        {shares && !share && (
          <EmptyState
            icon={<IconShare2 />}
            action={
              <LinkButton to="/contacts" variant="soft">
                <Trans>Contacts</Trans>
              </LinkButton>
            }
          >
            <Trans>
              Nothing is waiting here. What you share with Haversack from another app appears here, also offline.
            </Trans>
          </EmptyState>
        )}
        {share && (
          <>
            <small>
              <Trans>Nothing is saved until you confirm it in the next step. Shares are deleted after 7 days.</Trans>
            </small>
            <ShareCard key={share.id} share={share} onDiscarded={reload} />
          </>
        )}
        {later.length > 0 && (
          <p className={styles.count} role="status">
            <Plural value={later.length} one="# more share is waiting." other="# more shares are waiting." />
          </p>
        )}
      </Stack>
    </Screen>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import type { ReactElement } from 'react';
import { useCopy } from '../../../hooks/use-copy.ts';
import { useShare } from '../../../hooks/use-share.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, ExternalLink } from '../../../ui/button.tsx';
import { ButtonRow } from '../../../ui/card.tsx';

/**
 * Shown after a publication: the link of the page, to open, copy or share. `url` is null if the origin of landing pages
 * is unknown.
 */
export function PublishedPanel({ url, title }: { url: string | null; title: string }): ReactElement {
  const { t } = useLingui();
  const copy = useCopy({ copied: t`Link copied`, failed: t`Copy error` });
  const share = useShare();
  return (
    <>
      <Banner role="status" icon={<IconWorld />} title={<Trans>Your page is published</Trans>}>
        {url !== null && <ExternalLink href={url}>{url.replace(/^https?:\/\//, '')}</ExternalLink>}
      </Banner>
      {url !== null && (
        <ButtonRow>
          <Button variant="soft" icon={<IconCopy aria-hidden="true" />} onPress={() => void copy(url)}>
            <Trans>Copy link</Trans>
          </Button>
          <Button variant="soft" icon={<IconShare aria-hidden="true" />} onPress={() => void share({ url, title })}>
            <Trans>Share</Trans>
          </Button>
        </ButtonRow>
      )}
    </>
  );
}

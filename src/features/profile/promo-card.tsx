import { Trans, useLingui } from '@lingui/react/macro';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconQrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs';
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs';
import type { ReactElement } from 'react';
import { useCopy } from '../../hooks/use-copy.ts';
import { useShare } from '../../hooks/use-share.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ButtonRow, Card } from '../../ui/card.tsx';
import { promoLink } from '../../lib/promo-link.ts';
import styles from './profile.module.css';

/** The user's promo code and registration link. */
export function PromoCard({ code }: { code: string }): ReactElement {
  const { t } = useLingui();
  const url = promoLink(code);
  const copy = useCopy({ copied: t`Link copied`, failed: t`Copy error` });
  const share = useShare();
  return (
    <Card>
      <div className={styles.form}>
        <div>
          <small>
            <Trans>Promo code</Trans>
          </small>
          <p className={styles.code}>{code}</p>
        </div>
        <ButtonRow>
          <Button variant="soft" small icon={<IconCopy aria-hidden="true" />} onPress={() => void copy(url)}>
            <Trans>Copy link</Trans>
          </Button>
          <LinkButton variant="soft" small to="/team/invite" icon={<IconQrcode aria-hidden="true" />}>
            <Trans>QR code</Trans>
          </LinkButton>
          {typeof navigator.share === 'function' && (
            <Button
              variant="soft"
              small
              icon={<IconShare aria-hidden="true" />}
              onPress={() => void share({ title: 'Haversack', text: t`Register with my code ${code}`, url })}
            >
              <Trans>Share</Trans>
            </Button>
          )}
        </ButtonRow>
      </div>
    </Card>
  );
}

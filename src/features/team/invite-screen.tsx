import { Trans, useLingui } from '@lingui/react/macro';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useMemo } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { saveBlob } from '../../components/media/save-file.ts';
import { savedOwnBranch } from '../../db/queries/team.ts';
import { useCopy } from '../../hooks/use-copy.ts';
import { useShare } from '../../hooks/use-share.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';
import { promoLink } from '../../lib/promo-link.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './invite.module.css';
import { QUIET_ZONE, qrCode, qrPath, qrPng } from './qr.ts';

/** /team/invite: the user's promo code and link, also as a QR code. Works offline. */
export function InviteScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const me = useLiveQuery(async () => (await db.me.get(actor.user_id)) ?? null, [db, actor.user_id]);
  return (
    <Screen title={t`Invite`} narrow back={<BackLink to="/team">{t`Team`}</BackLink>}>
      {!me && <Skeleton rows={3} />}
      {me?.promo_code && <Invitation code={me.promo_code} />}
      {me && !me.promo_code && (
        <EmptyState icon={<IconUserPlus />}>
          <Trans>You have no promo code.</Trans>
        </EmptyState>
      )}
    </Screen>
  );
}

function Invitation({ code }: { code: string }): ReactElement {
  const { t } = useLingui();
  const link = promoLink(code);
  const copy = useCopy({ copied: t`Link copied`, failed: t`Copy error` });
  return (
    <>
      <Stack gap="m">
        <InviteCard code={code} link={link} />
        <div>
          <div className={styles.label} id="invite-link">
            <Trans>Your link</Trans>
          </div>
          <div className={styles.link} role="group" aria-labelledby="invite-link">
            <span className={styles.url}>{link.replace(/^https?:\/\//, '')}</span>
            <IconButton aria-label={t`Copy link`} onPress={() => void copy(link)}>
              <IconCopy aria-hidden="true" />
            </IconButton>
          </div>
        </div>
        <Registered />
        <div className={styles.print}>
          <Button variant="ghost" wide icon={<IconPrinter aria-hidden="true" />} onPress={() => window.print()}>
            <Trans>Print</Trans>
          </Button>
        </div>
        <p className={styles.hint}>
          <Trans>The QR code works offline: someone can scan it now and register later.</Trans>
        </p>
      </Stack>
      <InviteActions code={code} link={link} />
    </>
  );
}

/** The card with QR code and promo code, which can be printed; on paper it also has the link. */
function InviteCard({ code, link }: { code: string; link: string }): ReactElement {
  const { t } = useLingui();
  const qr = useMemo(() => qrCode(link), [link]);
  const size = qr.size + 2 * QUIET_ZONE;
  return (
    <Card>
      <div className={styles.card}>
        <svg
          className={styles.qr}
          role="img"
          aria-label={t`QR code of your link`}
          viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
          shapeRendering="crispEdges"
        >
          <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="#ffffff" />
          <path d={qrPath(qr)} fill="#14332f" />
        </svg>
        <div>
          <p className={styles.code}>{code}</p>
          <small>
            <Trans>Your promo code</Trans>
          </small>
        </div>
        <p className={styles.printed}>{link}</p>
      </div>
    </Card>
  );
}

/** The number of people who have registered with the promo code, as last fetched. */
function Registered(): ReactElement | null {
  const { t, i18n } = useLingui();
  const { db } = useStore();
  const team = useLiveQuery(async () => savedOwnBranch(db), [db]);
  if (!team) return null;
  return (
    <div className={styles.registered}>
      <List>
        <RowLink to="/team" title={t`Registered with your code`} trailing={<b>{i18n.number(team.line_1)}</b>} />
      </List>
    </div>
  );
}

function InviteActions({ code, link }: { code: string; link: string }): ReactElement {
  const { t } = useLingui();
  const share = useShare();
  const save = async (): Promise<void> => {
    try {
      saveBlob(`haversack-${code}.png`, await qrPng(qrCode(link)));
    } catch (error) {
      log.warn('the QR code was not saved', error);
      toast(t`An error occurred`, { tone: 'error' });
    }
  };
  const text = t`Register with my code ${code}`;
  return (
    <StickyBar>
      <div className={styles.actions}>
        <Button variant="ghost" icon={<IconDownload aria-hidden="true" />} onPress={() => void save()}>
          <Trans>Save picture</Trans>
        </Button>
        <Button
          icon={<IconShare aria-hidden="true" />}
          onPress={() => void share({ title: 'Haversack', text, url: link })}
        >
          <Trans>Share</Trans>
        </Button>
      </div>
    </StickyBar>
  );
}

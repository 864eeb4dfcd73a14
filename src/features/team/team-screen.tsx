import { Trans, useLingui } from '@lingui/react/macro';
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { FabLink } from '../../ui/layout.tsx';
import { TwoPane } from '../../ui/two-pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { MemberScreen } from './member-screen.tsx';
import { TeamOverview } from './team-overview.tsx';

/** /team and /team/{id}: the team below the user, and one member beside or instead of the tree. */
export function TeamScreen(): ReactElement {
  const { t } = useLingui();
  const id = useParams({ from: '/_member/_team/team/$personId', shouldThrow: false })?.personId;
  const { view } = useSearch({ from: '/_member/_team' });
  const isWide = useMediaQuery('(min-width: 1024px)');
  if (id !== undefined && !isWide) return <MemberScreen id={id} isPane={false} />;
  const icon = <IconUserPlus aria-hidden="true" />;
  const action = (
    <LinkButton to="/team/invite" icon={icon}>
      <Trans>Invite</Trans>
    </LinkButton>
  );
  return (
    <Screen title={t`Team`} action={action}>
      {isWide ? (
        <TwoPane
          listWidth="fixed"
          list={<TeamOverview current={id} />}
          detail={id === undefined ? null : <MemberScreen key={id} id={id} isPane />}
          placeholder={
            view !== 'table' && (
              <EmptyState icon={<IconSitemap />}>
                <Trans>Choose a person to see their team here.</Trans>
              </EmptyState>
            )
          }
        />
      ) : (
        <TeamOverview current={undefined} />
      )}
      <FabLink to="/team/invite" icon={icon}>
        <Trans>Invite</Trans>
      </FabLink>
    </Screen>
  );
}

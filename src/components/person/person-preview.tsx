import { Trans } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import type { RowBadge } from '../../db/queries/badges.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { isStuck, PendingChanges } from '../sync/pending-changes.tsx';
import { PersonButtons } from './person-buttons.tsx';
import { PersonDetails } from './person-details.tsx';
import { PersonIdentity } from './person-head.tsx';
import { personName } from './person-labels.ts';

interface PersonPreviewProps {
  person: Person;
  badge: RowBadge | undefined;
  /** The most urgent information, shown above the details. */
  children?: ReactNode;
}

/** A person in the panel of a table: name, actions and details. */
export function PersonPreview({ person, badge, children }: PersonPreviewProps): ReactElement {
  return (
    <>
      {isStuck(badge) && <PendingChanges badge={badge} />}
      <PersonIdentity person={person}>
        <h2>{personName(person)}</h2>
      </PersonIdentity>
      {person.do_not_contact ? (
        <Banner tone="need" title={<Trans>Asked not to be called or messaged</Trans>}>
          <Trans>They told someone, who recorded it.</Trans>
        </Banner>
      ) : (
        <ActionRow>
          <PersonButtons person={person} />
        </ActionRow>
      )}
      {children}
      <Card>
        <PersonDetails person={person} />
      </Card>
    </>
  );
}

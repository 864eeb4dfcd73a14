import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { leadStatusTones, leadStatusLabels, personName } from '../../components/person/person-labels.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { RecordHead } from '../../ui/record-head.tsx';

/** The head of a person's screen: photo, status and responsible employee. */
export function Head({ person }: { person: Person }): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  const { responsible_id, responsible_name: ownerName } = person;
  return (
    <RecordHead picture={<Avatar name={personName(person)} id={person.id} size="xl" />}>
      <Badge tone={leadStatusTones[person.status]}>{t(leadStatusLabels[person.status])}</Badge>
      {responsible_id !== null && responsible_id !== actor.user_id && ownerName !== null && (
        <span>
          <Trans>Assigned to {ownerName}</Trans>
        </span>
      )}
      {person.is_blocked && (
        <Badge tone="need">
          <Trans>Blocked</Trans>
        </Badge>
      )}
    </RecordHead>
  );
}

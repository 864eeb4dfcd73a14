import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { useReturnText } from '../../components/lead/return-text.ts';
import { personName } from '../../components/person/person-labels.ts';
import { nextReturningLeads } from '../../db/queries/people.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Section } from '../../ui/card.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { useNow } from '../../ui/use-now.ts';
import { LoadingPart } from '../../ui/states.tsx';
import { CallButton } from '../../components/lead/own-lead-row.tsx';

/** Maximum number of rows; the list of leads shows the others. */
const MAX_LEADS = 5;

/** The leads that return to the pool unless the employee finishes a task; the next one to return comes first. */
export function ReturningLeads(): ReactElement | null {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const returnText = useReturnText(useNow('minute'));
  const people = useLiveQuery(async () => nextReturningLeads(db, actor.user_id, MAX_LEADS), [db, actor.user_id]);
  if (!people) return <LoadingPart />;
  if (people.length === 0) return null;
  return (
    <Section title={<Trans>Finish a task to keep them</Trans>}>
      <List aria-label={t`Finish a task to keep them`}>
        {people.map((person) => {
          const { id, first_name: name, phone } = person;
          const isCallable = phone !== null && !person.do_not_contact;
          return (
            <RowLink
              key={id}
              to="/user/view-details/$personId"
              params={{ personId: id }}
              leading={<Avatar name={personName(person)} id={id} />}
              title={personName(person)}
              subtitle={returnText(person)}
              subtitleTone="wait"
              trailing={isCallable && <CallButton callee={{ contact_id: null, user_id: id, name, number: phone }} />}
            />
          );
        })}
      </List>
    </Section>
  );
}

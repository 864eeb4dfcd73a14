import { Trans } from '@lingui/react/macro';
import IconUserUp from '@tabler/icons-react/dist/esm/icons/IconUserUp.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import { isEmployee } from '../../../contract/roles.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { savedPerson } from '../../db/queries/people.ts';

/** A button for employees that opens the lead of a contact, or creates a lead from the contact. */
export function ContactLead({ contact }: { contact: Contact }): ReactElement | null {
  const { db, actor } = useStore();
  const { id, linked_user_id } = contact;
  const linkedLead = useLiveQuery(async () => {
    const me = await db.me.get(actor.user_id);
    const isStaff = Boolean(me && isEmployee(me));
    const person = linked_user_id === null ? undefined : await savedPerson(db, linked_user_id);
    return { isStaff, person_id: person?.id };
  }, [db, actor.user_id, linked_user_id]);
  if (!linkedLead?.isStaff) return null;
  const icon = <IconUserUp aria-hidden="true" />;
  if (linkedLead.person_id !== undefined) {
    return (
      <LinkButton
        variant="soft"
        wide
        icon={icon}
        to="/user/view-details/$personId"
        params={{ personId: linkedLead.person_id }}
      >
        <Trans>Open as lead</Trans>
      </LinkButton>
    );
  }
  if (linked_user_id !== null) return null;
  return (
    <LinkButton variant="soft" wide writes icon={icon} to="/leads/new" search={{ contact: id }}>
      <Trans>Create lead</Trans>
    </LinkButton>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { savedContact } from '../../db/queries/contacts.ts';
import { savedPerson } from '../../db/queries/people.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWakeLock } from '../../hooks/use-wake-lock.ts';
import { mapLink } from '../../lib/map-link.ts';
import { ContactLink, type TaskContactProps } from './contact-button.tsx';

/** Returns where a meeting takes place: its location or, without one, the address of the person; empty if unknown. */
function usePlace({ place, linked_user_id, contact_id }: Task): string {
  const { db } = useStore();
  const home = useLiveQuery(async () => {
    const person = linked_user_id ? await savedPerson(db, linked_user_id) : undefined;
    const contact = contact_id ? await savedContact(db, contact_id) : undefined;
    const { address = '', city } = person ?? contact ?? {};
    // A city alone is not enough to find the person.
    return address && [address, city].filter(Boolean).join(', ');
  }, [db, linked_user_id, contact_id]);
  return place || (home ?? '');
}

/**
 * A link that shows the place of a meeting on a map; renders nothing if no address is known. While the card or the page
 * of a running meeting is shown, the screen stays on, because the employee follows a route or reads notes.
 */
export function MapTask(props: TaskContactProps): ReactElement | null {
  const { t } = useLingui();
  useWakeLock(props.look === 'wide' && props.task.state === 'in_progress');
  const place = usePlace(props.task);
  if (place === '') return null;
  return (
    <ContactLink
      {...props}
      href={mapLink(place)}
      target="_blank"
      rel="noopener noreferrer"
      icon={<IconMapPin aria-hidden="true" />}
      label={t`Map: ${place}`}
    >
      <Trans>Map</Trans>
    </ContactLink>
  );
}

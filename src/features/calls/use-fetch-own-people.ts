import { useEffect } from 'react';
import { sync } from '../../bridge/sync.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { mustFetchOwnPeople } from './plannable.ts';

/** Fetches, while the form is open, the data that tells whether a call with this contact can be planned. */
export function useFetchOwnPeople(contact_id: string | null): void {
  const store = useStore();
  useEffect(() => {
    const renew = async (): Promise<void> => {
      if (await mustFetchOwnPeople(store, contact_id)) await sync.fetchPage('users_to_link');
    };
    void renew().catch(() => {});
  }, [store, contact_id]);
}

import { useEffect } from 'react';
import { sync } from '../../bridge/sync.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { mustFetchOwnPeople } from './plannable.ts';

/** While a call form is open, fetches the user's own people if that is needed to plan a call with this contact. */
export function useFetchOwnPeople(contact_id: string | null): void {
  const store = useStore();
  useEffect(() => {
    const fetchIfNeeded = async (): Promise<void> => {
      if (await mustFetchOwnPeople(store, contact_id)) await sync.fetchPage('users_to_link');
    };
    void fetchIfNeeded().catch(() => {});
  }, [store, contact_id]);
}

import { useEffect } from 'react';
import { sync } from '../../bridge/sync.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { isListOld } from './plannable.ts';

/** Sees to it that the phone knows whether a call can be planned with this contact, while the form is filled in. */
export function usePeople(contact_id: string | null): void {
  const store = useStore();
  useEffect(() => {
    const renew = async (): Promise<void> => {
      if (await isListOld(store, contact_id)) await sync.fetchPage('users_to_link');
    };
    void renew().catch(() => {});
  }, [store, contact_id]);
}

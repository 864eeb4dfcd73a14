import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { saveShare, savedShares, type Share, type ShareRefusal } from '../../db/storage/shares.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { onLaunchedFiles } from '../../lib/launch-queue.ts';
import { log } from '../../lib/log.ts';
import { useCurrentUser } from '../current-user-context.tsx';

/** Whether all files of a share are of the given kind. If so, the user does not have to choose what to do with them. */
const hasOnly = ({ files }: Share, kind: 'vcard' | 'csv'): boolean => files.every((file) => file.kind === kind);

/**
 * Handles files that the user opens with the installed app: vCards open the import of contacts, and a CSV file opens
 * the import of people if the user is an employee. Other files are stored as a share, and `onListed` is called.
 */
export function useOpenedFiles(onListed: () => Promise<void>): void {
  const { actor, now, newId } = useStore();
  const navigate = useNavigate();
  const isStaff = useCurrentUser()?.is_staff ?? false;
  const store = async (files: readonly File[]): Promise<Share | ShareRefusal> => {
    const { user_id } = actor;
    const id = newId();
    const content = { title: '', text: '', url: '', files };
    const refusal = await saveShare(globalThis.caches, content, { id, user_id, now: now(), isOpened: true });
    if (refusal) return refusal;
    const shares = await savedShares(globalThis.caches, user_id, now());
    return shares.find((share) => share.id === id) ?? 'unreadable';
  };
  const open = useEffectEvent(async (files: readonly File[]): Promise<void> => {
    const stored = await store(files).catch((error: unknown): ShareRefusal => {
      log.warn('an opened file could not be stored', error);
      return 'unreadable';
    });
    if (typeof stored === 'string') return navigate({ to: '/share', search: { refused: stored }, replace: true });
    const search = { share: stored.id };
    if (hasOnly(stored, 'vcard')) return navigate({ to: '/contacts/import', search, replace: true });
    if (isStaff && hasOnly(stored, 'csv') && stored.files.length === 1)
      return navigate({ to: '/staff/users_imports/new', search, replace: true });
    return onListed();
  });
  useEffect(() => onLaunchedFiles((files) => void open(files)), []);
}

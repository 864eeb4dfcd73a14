import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { EntityName } from '../../contract/entities/stores.ts';
import type { Entry } from '../db/outbox/entry.ts';
import { formatRecent } from '../lib/dates.ts';
import {
  conflictingFieldsOf,
  deletionOf,
  otherAuthorOf,
  commonAuthorOf,
  type ConflictingField,
} from './conflict-model.ts';
import { useStore } from '../hooks/store-context.tsx';

// The functions below are called while rendering, because their texts depend on the active language.

function conflictTitleWith(entity: EntityName, name: string): string {
  switch (entity) {
    case 'contacts':
      return t`You and ${name} changed this contact`;
    case 'tasks':
      return t`You and ${name} changed this task`;
    case 'contact_categories':
      return t`You and ${name} changed this category`;
    case 'interactions':
      return t`You and ${name} changed this call or visit`;
    case 'flows':
      return t`You and ${name} changed this page`;
    case 'landing_blocks':
      return t`You and ${name} changed this block`;
    default:
      return t`You and ${name} changed this`;
  }
}

function selfConflictTitle(entity: EntityName): string {
  switch (entity) {
    case 'contacts':
      return t`You changed this contact on two devices`;
    case 'tasks':
      return t`You changed this task on two devices`;
    case 'contact_categories':
      return t`You changed this category on two devices`;
    case 'interactions':
      return t`You changed this call or visit on two devices`;
    case 'flows':
      return t`You changed this page on two devices`;
    case 'landing_blocks':
      return t`You changed this block on two devices`;
    default:
      return t`You changed this on two devices`;
  }
}

function deletionTitle(entity: EntityName, by: string): string {
  if (entity === 'contacts') return t`${by} deleted this contact. You changed it.`;
  if (entity === 'tasks') return t`${by} deleted this task. You changed it.`;
  return t`${by} deleted this. You changed it.`;
}

/** Returns a title that names both sides: "You and Olga changed this contact". */
export function useConflictTitle(): (entry: Entry) => string {
  useLingui();
  const { actor } = useStore();
  return (entry) => {
    const deletion = deletionOf(entry);
    const someone = t({ message: 'someone', context: 'You and someone changed this' });
    if (deletion) return deletionTitle(entry.entity, deletion.by ?? t`Someone`);
    const other = commonAuthorOf(conflictingFieldsOf(entry), actor);
    if (other.kind === 'me') return selfConflictTitle(entry.entity);
    return conflictTitleWith(entry.entity, other.kind === 'person' ? other.name : someone);
  };
}

/** Returns the author and time of a version: "Yours, 16:40", "Olga, 15:10". */
export function useVersionLabel(): (
  clash: ConflictingField,
  entry: Entry,
  now: number,
) => { mine: string; theirs: string } {
  useLingui();
  const { actor } = useStore();
  return (clash, entry, now) => {
    const mineAt = formatRecent(entry.at_client, now);
    const other = otherAuthorOf(clash, actor);
    const device = other.kind === 'me' ? (other.device ?? t`Your other device`) : null;
    const name = device ?? (other.kind === 'person' ? other.name : t`Someone`);
    const mine = device === null ? t`Yours, ${mineAt}` : t`This device, ${mineAt}`;
    if (clash.theirs_at === null) return { mine, theirs: name };
    const theirsAt = formatRecent(clash.theirs_at, now);
    return { mine, theirs: t`${name}, ${theirsAt}` };
  };
}

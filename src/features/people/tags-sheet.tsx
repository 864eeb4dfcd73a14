import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { savedPerson } from '../../db/queries/people.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { editPerson } from './actions.ts';
import styles from './people.module.css';
import type { StepSheetProps } from './step-sheets.tsx';
import { type ChangeValues, TagFields } from './tag-fields.tsx';

/** The tags and groups of a person; each change is saved at once. */
export function TagsSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const save = (field: 'tags' | 'groups', change: ChangeValues, done: string): void =>
    void step(async () => {
      const latest = (await savedPerson(store.db, person.id)) ?? person;
      return editPerson(store, latest, { [field]: change(latest[field]) });
    }, done);
  return (
    <Sheet isOpen onClose={onClose} title={<Trans>Tags and groups</Trans>} description={person.first_name}>
      <div className={styles.form}>
        <TagFields
          tags={person.tags}
          groups={person.groups}
          onTags={(change, isMore) => save('tags', change, isMore ? t`Tag added to lead` : t`Lead settings updated`)}
          onGroups={(change) => save('groups', change, t`Lead settings updated`)}
        />
      </div>
    </Sheet>
  );
}

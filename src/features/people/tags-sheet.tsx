import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { editPerson } from './actions.ts';
import styles from './people.module.css';
import type { StepSheetProps } from './step-sheets.tsx';
import { TagFields } from './tag-fields.tsx';

/** The tags and groups of a person; each change is saved at once. */
export function TagsSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const save = (patch: { tags: string[] } | { groups: string[] }, done: string): void =>
    void step(() => editPerson(store, person, patch), done);
  return (
    <Sheet isOpen onClose={onClose} title={<Trans>Tags and groups</Trans>} description={person.first_name}>
      <div className={styles.form}>
        <TagFields
          tags={person.tags}
          groups={person.groups}
          onTags={(tags, isMore) => save({ tags }, isMore ? t`Tag added to lead` : t`Lead settings updated`)}
          onGroups={(groups) => save({ groups }, t`Lead settings updated`)}
        />
      </div>
    </Sheet>
  );
}

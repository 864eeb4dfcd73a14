import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import { useStore } from '../../cards/store-context.tsx';
import { formatAgo } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { List, Row } from '../../ui/list.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useNow } from '../../ui/use-now.ts';
import { editPerson } from './actions.ts';
import styles from './people.module.css';
import { savedTags } from './queries.ts';
import type { StepSheetProps } from './step-sheets.tsx';
import { useStep } from './use-step.ts';

/** Tags and groups of somebody; each is put on and taken off by a press. Which there are was fetched before. */
export function TagsSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useStep();
  const now = useNow('minute');
  const known = useLiveQuery(() => savedTags(store.db), [store.db]);
  useEffect(() => void sync.account('bringTags').catch(() => {}), []);
  const save = (patch: { tags: string[] } | { groups: string[] }, done: string): void =>
    void step(() => editPerson(store, person, patch), done);
  const groups = known?.groups ?? [];
  const options = groups.flatMap(({ name, tags }) =>
    tags.map((tag) => ({ value: tag.name, label: `${name}: ${tag.name}` })),
  );
  const age = known && formatAgo(known.at, now);
  return (
    <Sheet isOpen onClose={onClose} title={<Trans>Tags and groups</Trans>} description={person.first_name}>
      <div className={styles.form}>
        <Chosen
          label={t`Tags`}
          choose={t`Choose a tag`}
          add={t`Add tag`}
          missing={t`Please, select tag`}
          options={options}
          values={person.tags}
          onAdd={(tag) => save({ tags: [...person.tags, tag] }, t`Tag added to lead`)}
          onRemove={(tag) => save({ tags: person.tags.filter((one) => one !== tag) }, t`Lead settings updated`)}
        />
        <Chosen
          label={t`Groups`}
          choose={t`Choose a group`}
          add={t`Add group`}
          missing={t`Please, select group`}
          options={groups.map(({ name }) => ({ value: name, label: name }))}
          values={person.groups}
          onAdd={(group) => save({ groups: [...person.groups, group] }, t`Lead settings updated`)}
          onRemove={(group) => save({ groups: person.groups.filter((one) => one !== group) }, t`Lead settings updated`)}
        />
        <small>
          {known === null && <Trans>Which tags there are has not been fetched to this phone yet.</Trans>}
          {age && <Trans>List fetched: {age}.</Trans>}
        </small>
      </div>
    </Sheet>
  );
}

interface ChosenProps {
  label: string;
  choose: string;
  add: string;
  /** Said when none is chosen. */
  missing: string;
  options: readonly { value: string; label: string }[];
  values: readonly string[];
  onAdd: (value: string) => void;
  onRemove: (value: string) => void;
}

function Chosen({ label, choose, add, missing, options, values, onAdd, onRemove }: ChosenProps): ReactElement {
  const { t } = useLingui();
  const [value, setValue] = useState('');
  const [isChecked, setChecked] = useState(false);
  const press = (): void => {
    setChecked(value === '');
    if (value === '') return;
    onAdd(value);
    setValue('');
  };
  return (
    <div className={styles.field}>
      <SelectField
        label={label}
        placeholder={choose}
        options={options.filter((option) => !values.includes(option.value))}
        value={value}
        onChange={(next) => {
          setChecked(false);
          setValue(next);
        }}
        errorMessage={isChecked ? missing : undefined}
      />
      <div>
        <Button small variant="soft" onPress={press}>
          {add}
        </Button>
      </div>
      {values.length > 0 && (
        <List aria-label={label}>
          {values.map((one) => (
            <Row
              key={one}
              title={one}
              trailing={
                <Button small variant="ghost" aria-label={t`Take off: ${one}`} onPress={() => onRemove(one)}>
                  <Trans>Take off</Trans>
                </Button>
              }
            />
          ))}
        </List>
      )}
    </div>
  );
}

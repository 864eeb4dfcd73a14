import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect } from 'react';
import { z } from '../../../contract/zod.ts';
import { sync } from '../../bridge/sync.ts';
import { FormSelectField } from '../../forms/fields.tsx';
import { requiredText } from '../../forms/schema.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatAgo } from '../../lib/intl-formats.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { List, Row } from '../../ui/list.tsx';
import { useNow } from '../../ui/use-now.ts';
import { savedTagGroups } from '../../db/queries/tags.ts';

/**
 * Returns the list with a value added or removed. The argument is the latest list, because the displayed list is
 * outdated if the user presses again before a change is rendered.
 */
export type ChangeValues = (values: readonly string[]) => string[];

interface TagFieldsProps {
  tags: readonly string[];
  groups: readonly string[];
  onTags: (change: ChangeValues, isMore: boolean) => void;
  onGroups: (change: ChangeValues) => void;
}

const withoutValue =
  (value: string): ChangeValues =>
  (values) =>
    values.filter((one) => one !== value);

const withValue =
  (value: string): ChangeValues =>
  (values) => [...withoutValue(value)(values), value];

/**
 * Adds and removes the tags and groups of a person. The tags to choose from have been fetched before; their age is
 * shown.
 */
export function TagFields({ tags, groups, onTags, onGroups }: TagFieldsProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const now = useNow('minute');
  const savedTagList = useLiveQuery(async () => savedTagGroups(db), [db]);
  useEffect(() => void sync.account('fetchTags').catch(() => {}), []);
  const all = savedTagList?.groups ?? [];
  const age = savedTagList && formatAgo(savedTagList.at, now);
  return (
    <>
      <ChosenValues
        label={t`Tags`}
        choose={t`Choose a tag`}
        add={t`Add tag`}
        missing={msg`Please, select tag`}
        options={all.flatMap(({ name, tags: its }) =>
          its.map((tag) => ({ value: tag.name, label: `${name}: ${tag.name}` })),
        )}
        values={tags}
        onAdd={(tag) => onTags(withValue(tag), true)}
        onRemove={(tag) => onTags(withoutValue(tag), false)}
      />
      <ChosenValues
        label={t`Groups`}
        choose={t`Choose a group`}
        add={t`Add group`}
        missing={msg`Choose a group`}
        options={all.map(({ name }) => ({ value: name, label: name }))}
        values={groups}
        onAdd={(group) => onGroups(withValue(group))}
        onRemove={(group) => onGroups(withoutValue(group))}
      />
      <small>
        {savedTagList === null && <Trans>Tags haven't synced to this device yet.</Trans>}
        {age && <Trans>List updated: {age}.</Trans>}
      </small>
    </>
  );
}

const added = z.object({ value: requiredText(z.string()) });

interface ChosenValuesProps {
  label: string;
  choose: string;
  add: string;
  /** Text shown if no tag or group is selected. */
  missing: MessageDescriptor;
  options: readonly { value: string; label: string }[];
  values: readonly string[];
  onAdd: (value: string) => void;
  onRemove: (value: string) => void;
}

function ChosenValues({
  label,
  choose,
  add,
  missing,
  options,
  values,
  onAdd,
  onRemove,
}: ChosenValuesProps): ReactElement {
  const { t } = useLingui();
  // This is not an HTML form, because it is rendered inside the form of a person, and forms cannot be nested. The
  // button below submits it.
  const form = useAppForm({
    schema: added,
    initial: { value: '' },
    onSubmit: async ({ value }) => {
      onAdd(value);
      form.reset();
    },
  });
  return (
    <FieldGroup>
      <FormSelectField
        control={form.control}
        name="value"
        label={label}
        placeholder={choose}
        options={options.filter((option) => !values.includes(option.value))}
        errorTexts={{ required: missing }}
      />
      <div>
        <Button small variant="soft" writes onPress={() => void form.submit()}>
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
                <Button small variant="ghost" aria-label={t`Remove: ${one}`} writes onPress={() => onRemove(one)}>
                  <Trans>Remove</Trans>
                </Button>
              }
            />
          ))}
        </List>
      )}
    </FieldGroup>
  );
}

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect, useState } from 'react';
import { sync } from '../../../bridge/sync.ts';
import type { Failure } from '../../../bridge/results.ts';
import { ErrorNotice } from '../../../components/error/error-notice.tsx';
import { personName } from '../../../components/person/person-labels.ts';
import { useSingleFlight } from '../../../hooks/use-write-action.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { ComboField } from '../../../ui/combo-field.tsx';
import { List, Row } from '../../../ui/list.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { savedTags } from '../person-queries.ts';
import { type BulkChange, type BulkResult, changeAll, type RowAnswer } from './bulk.ts';
import type { DeskPerson } from './desk-queries.ts';
import styles from './desk.module.css';

interface BulkSheetProps {
  kind: BulkChange['kind'];
  people: readonly DeskPerson[];
  onClose: () => void;
}

/** Returns the options of the sheet: the employees who can be assigned, or the known tags. */
function useOptions(kind: BulkChange['kind']): { value: string; label: string }[] | undefined {
  const { db } = useStore();
  useEffect(() => {
    if (kind === 'tag') void sync.account('fetchTags').catch(() => {});
  }, [kind]);
  return useLiveQuery(async () => {
    if (kind === 'tag') {
      const groups = (await savedTags(db))?.groups ?? [];
      return groups.flatMap(({ tags }) => tags.map(({ name }) => ({ value: name, label: name })));
    }
    const employees = await db.employees.orderBy('name').toArray();
    return employees.filter(({ is_blocked }) => !is_blocked).map(({ id, name }) => ({ value: id, label: name }));
  }, [db, kind]);
}

/** The sheet that assigns or tags the selected people, and then shows the result for each of them. */
export function BulkSheet({ kind, people, onClose }: BulkSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const runOnce = useSingleFlight();
  const options = useOptions(kind);
  const [value, setValue] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [done, setDone] = useState<BulkResult[] | Failure>();
  const results = Array.isArray(done) ? done : undefined;
  const run = (): void => {
    const name = options?.find((option) => option.value === value)?.label ?? '';
    setMissing(value === '');
    if (value === '') return;
    const change: BulkChange = kind === 'tag' ? { kind, tag: value } : { kind, to: { id: value, name } };
    setBusy(true);
    void runOnce(async () => setDone(await changeAll(store, people, change))).finally(() => setBusy(false));
  };
  const title = kind === 'tag' ? t`Add a tag` : t`Assign`;
  const label = kind === 'tag' ? t`Tag` : t`Employee`;
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={results ? t`Result` : title}
      description={<Plural value={people.length} one="# person selected" other="# people selected" />}
      footer={
        results ? (
          <Button onPress={onClose}>
            <Trans>Done</Trans>
          </Button>
        ) : (
          <Button isPending={isBusy} onPress={run}>
            {title}
          </Button>
        )
      }
    >
      {results ? (
        <Results results={results} kind={kind} />
      ) : (
        <div className={styles.results}>
          {done && !Array.isArray(done) && <ErrorNotice error={done} />}
          <ComboField
            label={label}
            options={options ?? []}
            value={value}
            onChange={setValue}
            {...(isMissing && { errorMessage: kind === 'tag' ? t`Please, select tag` : t`Please, select employee` })}
          />
          {options?.length === 0 && (
            <small>
              {kind === 'tag' ? (
                <Trans>Tags haven't synced to this device yet.</Trans>
              ) : (
                <Trans>Employees haven't synced to this device yet. They will appear when you are online.</Trans>
              )}
            </small>
          )}
        </div>
      )}
    </Sheet>
  );
}

function useAnswerTexts(kind: BulkChange['kind']): Record<RowAnswer, string> {
  const { t } = useLingui();
  return {
    changed: kind === 'tag' ? t`Tag added` : t({ message: 'Assigned', context: 'people after a bulk change' }),
    queued: t`Not sent yet`,
    unchanged: t({ message: 'Unchanged', context: 'people after a bulk change' }),
    conflict: t({ message: 'Changed in the meantime', context: 'people after a bulk change' }),
    forbidden: t`Not allowed`,
    not_synced: t`You need to be online: not on this device`,
  };
}

/** Returns texts for those error codes of a bulk change that have a text of their own. */
function useCodeTexts(): Record<string, string> {
  const { t } = useLingui();
  return {
    limit_reached: t`Daily limit reached`,
    lead_state: t`Their status does not allow this`,
    tag_unknown: t`Unknown tag`,
    conflict: t`Changed by someone else`,
  };
}

const order: readonly RowAnswer[] = ['conflict', 'forbidden', 'not_synced', 'queued', 'changed', 'unchanged'];

/** Lists the results of a bulk change by answer; those that need attention come first. */
function Results({ results, kind }: { results: readonly BulkResult[]; kind: BulkChange['kind'] }): ReactElement {
  const texts = useAnswerTexts(kind);
  const codes = useCodeTexts();
  const groups = Map.groupBy(results, ({ answer }) => answer);
  return (
    <div className={styles.results} role="status">
      {order.map((answer) => {
        const group = groups.get(answer);
        if (!group) return null;
        return (
          <Section key={answer} level={3} title={`${texts[answer]}: ${group.length}`}>
            <List aria-label={texts[answer]}>
              {group.map(({ person, code }) => (
                <Row key={person.id} title={personName(person)} subtitle={(code && codes[code]) ?? undefined} />
              ))}
            </List>
          </Section>
        );
      })}
    </div>
  );
}

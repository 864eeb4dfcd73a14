import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useRef, useState } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import type { Candidate } from './import-cards.ts';
import styles from './import.module.css';
import { saveImport, type ImportResult } from './import-save.ts';
import { useIssueLabel, useDuplicateLabel, useSkippedPhotoLabel } from './import-labels.ts';

/** Number of rows rendered at once; rendering all rows of a large file would block the device. */
const PAGE_SIZE = 100;

/** Whether a person is selected by default: only people who can be saved and are not duplicates. */
const isPreselected = ({ fields, duplicate }: Candidate): boolean => fields !== null && duplicate === null;

type ImportPreviewProps = {
  candidates: readonly Candidate[];
  /** Called when the selected people are saved. */
  onSaved?: () => void;
  /** Returns to the choice of a file or of people. */
  onRestart: () => void;
};

/** Previews the people of a file or of the device's contacts. Each of them can be deselected before saving. */
export function ImportPreview({ candidates, onSaved, onRestart }: ImportPreviewProps): ReactElement {
  const store = useStore();
  const [chosen, setChosen] = useState(() => new Set(candidates.filter(isPreselected).map(({ key }) => key)));
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [progress, setProgress] = useState<number | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const isBusy = useRef(false);
  const importable = candidates.filter(({ fields }) => fields !== null);
  const toggle = (key: number): void =>
    setChosen((earlier) => {
      const next = new Set(earlier);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const save = async (): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setProgress(0);
    const selected = importable.filter(({ key }) => chosen.has(key));
    const imported = await saveImport(store, selected, setProgress);
    if (imported.left === 0) onSaved?.();
    setResult(imported);
    setProgress(null);
    isBusy.current = false;
  };
  if (result) return <ImportResult result={result} candidates={candidates} chosen={chosen} onRestart={onRestart} />;
  const count = chosen.size;
  const isAllChosen = count === importable.length;
  return (
    <div className={styles.preview}>
      <div className={styles.head}>
        <p role="status">
          <Trans>
            {count} of <Plural value={candidates.length} one="# person" other="# people" /> selected
          </Trans>
        </p>
        <Button
          variant="plain"
          small
          onPress={() => setChosen(new Set(isAllChosen ? [] : importable.map(({ key }) => key)))}
        >
          {isAllChosen ? <Trans>Deselect all</Trans> : <Trans>Select all</Trans>}
        </Button>
      </div>
      <ul className={styles.list} role="list">
        {candidates.slice(0, limit).map((candidate) => (
          <PersonRow
            key={candidate.key}
            candidate={candidate}
            isChosen={chosen.has(candidate.key)}
            onToggle={() => toggle(candidate.key)}
          />
        ))}
      </ul>
      {limit < candidates.length && (
        <Button variant="ghost" onPress={() => setLimit(limit + PAGE_SIZE)}>
          <Trans>Show more</Trans>
        </Button>
      )}
      {progress !== null && <Progress done={progress} of={count} />}
      <Button wide isDisabled={count === 0} isPending={progress !== null} writes onPress={() => void save()}>
        <Plural value={count} one="Save # contact" other="Save # contacts" />
      </Button>
    </div>
  );
}

function Progress({ done, of }: { done: number; of: number }): ReactElement {
  const { t } = useLingui();
  return <ProgressBar aria-label={t`Saved`} value={of === 0 ? 0 : done / of} valueText={t`${done} of ${of}`} />;
}

type PersonRowProps = { candidate: Candidate; isChosen: boolean; onToggle: () => void };

function PersonRow({ candidate, isChosen, onToggle }: PersonRowProps): ReactElement {
  const issueLabel = useIssueLabel();
  const duplicateLabel = useDuplicateLabel();
  const { name, fields, problems, photo, duplicate, key } = candidate;
  const number = key + 1;
  const about = [...(fields?.phones.map((phone) => phone.number) ?? []), ...(fields?.emails ?? [])].slice(0, 2);
  return (
    <li>
      <label className={styles.row}>
        {/* Native checkboxes render fast enough for an address book with thousands of rows. */}
        <input type="checkbox" checked={isChosen} disabled={fields === null} onChange={onToggle} />
        <span className={styles.text}>
          <span className={styles.name}>{name || <Trans>Contact {number}</Trans>}</span>
          {about.length > 0 && <span className={styles.about}>{about.join(', ')}</span>}
          {photo && fields && (
            <span className={styles.about}>
              <Trans>With photo</Trans>
            </span>
          )}
          {duplicate && <span className={styles.duplicate}>{duplicateLabel(duplicate)}</span>}
          {problems.map((problem, index) => (
            <span key={index} className={fields ? styles.about : styles.fault}>
              {issueLabel(problem)}
            </span>
          ))}
        </span>
      </label>
    </li>
  );
}

type ImportResultProps = {
  result: ImportResult;
  candidates: readonly Candidate[];
  chosen: ReadonlySet<number>;
  onRestart: () => void;
};

/** Returns the reasons why people were skipped, with the number of people for each. */
function useSkipReasons({ result, candidates, chosen }: Omit<ImportResultProps, 'onRestart'>): string[] {
  const { t } = useLingui();
  const issueLabel = useIssueLabel();
  const photoLabel = useSkippedPhotoLabel();
  const groups = new Map<string, number>();
  const count = (why: string, by = 1): void => void groups.set(why, (groups.get(why) ?? 0) + by);
  for (const { key, fields, problems, duplicate } of candidates) {
    const last = problems.at(-1);
    if (chosen.has(key)) continue;
    if (!fields && last) count(issueLabel(last));
    else if (duplicate) count(t`already in contacts`);
    else count(t`not selected`);
  }
  if (result.why === 'quota') count(t`storage on this device is full`, result.left);
  if (result.why === 'contacts_full') count(t`contact limit reached`, result.left);
  if (result.why === 'failed') count(t`an error occurred`, result.left);
  for (const [why, number] of result.skippedPhotos) count(photoLabel(why), number);
  return [...groups].map(([why, number]) => `${why}: ${number}`);
}

function ImportResult(props: ImportResultProps): ReactElement {
  const { result, candidates, onRestart } = props;
  const reasons = useSkipReasons(props);
  const { saved } = result;
  const unsavedCount = candidates.length - saved;
  return (
    <div className={styles.preview}>
      <Banner
        tone={result.why || result.skippedPhotos.has('photo_quota') ? 'need' : 'info'}
        role="status"
        title={
          unsavedCount === 0 ? (
            <Trans>{saved} saved</Trans>
          ) : (
            <Trans>
              {saved} saved, {unsavedCount} skipped
            </Trans>
          )
        }
      >
        {reasons.length > 0 && (
          <ul className={styles.reasons}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        {saved > 0 && <Trans>Saved on this device. Will be sent.</Trans>}
      </Banner>
      <LinkButton to="/contacts" wide>
        <Trans>Show contacts</Trans>
      </LinkButton>
      <Button variant="ghost" wide onPress={onRestart}>
        <Trans>Import more</Trans>
      </Button>
    </div>
  );
}

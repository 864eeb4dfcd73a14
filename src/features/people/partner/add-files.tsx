import { Trans, useLingui } from '@lingui/react/macro';
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import { type ChangeEvent, type ReactElement, useId, useRef, useState } from 'react';
import { MAX_PARTNER_FILES, partnerFileTypes } from '../../../../contract/values.ts';
import { errorText } from '../../../components/error/error-text.tsx';
import { usePhotoErrorText } from '../../../components/media/photo-labels.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import styles from './partner.module.css';
import { prepareFile, type ChosenFile, type PartnerFileError } from './prepare-file.ts';

const ACCEPT = ['.pdf', ...partnerFileTypes].join(',');

/** Returns a function that explains why a file cannot be added. */
function useFileErrorText(): (why: PartnerFileError) => string {
  const { t } = useLingui();
  const photoErrorText = usePhotoErrorText();
  return (why) => {
    if (why === 'too_heavy') return t`Larger than 10 MB`;
    return why === 'no_room' ? photoErrorText(why) : t(errorText(why));
  };
}

interface AddFilesProps {
  /** Number of files that the partner already has. */
  count: number;
  /** Called with each chosen file that is valid. */
  onAdd: (file: ChosenFile) => Promise<unknown> | void;
}

/** A button that chooses files. They are validated on this device before they are added. */
export function AddFiles({ count, onAdd }: AddFilesProps): ReactElement {
  const { t } = useLingui();
  const id = useId();
  const fileErrorText = useFileErrorText();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const room = MAX_PARTNER_FILES - count;
  const add = async (files: readonly File[]): Promise<void> => {
    const errors: string[] = files.length > room ? [t(errorText('files_full'))] : [];
    for (const file of files.slice(0, room)) {
      const result = await prepareFile(file);
      if (result.ok) await onAdd(result.file);
      else errors.push(`${file.name}: ${fileErrorText(result.why)}`);
    }
    setError(errors.length > 0 ? errors.join('. ') : undefined);
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const files = [...(target.files ?? [])];
    setError(undefined);
    setBusy(true);
    await add(files);
    setBusy(false);
    // Without the reset, choosing the same file again would fire no change event.
    target.value = '';
  };
  return (
    <div className={styles.add}>
      <Button
        variant="soft"
        small
        icon={<IconPaperclip aria-hidden="true" />}
        isPending={isBusy}
        isDisabled={room <= 0}
        onPress={() => chooser.current?.click()}
      >
        <Trans>Add file</Trans>
      </Button>
      <small>
        <Trans>PDF, JPEG or PNG, up to 10 MB each, {MAX_PARTNER_FILES} at most</Trans>
      </small>
      <FieldError id={`${id}-error`} message={error} />
      <input
        ref={chooser}
        type="file"
        accept={ACCEPT}
        multiple
        hidden
        aria-label={t`Files of the partner`}
        onChange={(event) => void choose(event)}
      />
    </div>
  );
}

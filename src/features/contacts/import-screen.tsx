import { Trans, useLingui } from '@lingui/react/macro';
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { type ChangeEvent, type ReactElement, useRef, useState } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSharedFiles } from '../../hooks/use-shared-files.ts';
import { log } from '../../lib/log.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ContactPickerButton } from './contact-picker.tsx';
import styles from './import.module.css';
import type { Candidate, ParsedCard } from './import-cards.ts';
import { ImportPreview } from './import-preview.tsx';
import { useNumberTypes } from './import-labels.ts';
import { BackLink } from '../../ui/page-header.tsx';
import type { FileCard } from './vcard-file.ts';

/** Maximum size of the files together with their pictures, each of which is read only when its contact is saved. */
const MAX_BYTES = 500 * 1024 * 1024;

type State =
  | { is: 'choosing'; fault?: 'too_large' | 'no_cards' | 'failed' | 'gone' }
  | { is: 'reading' }
  | { is: 'shown'; candidates: readonly Candidate[] };

const route = getRouteApi('/_member/contacts/import');

/** The parser of vCard files is loaded when a file is chosen. */
const loadReader = () => Promise.all([import('./vcard.ts'), import('./vcard-file.ts'), import('./import-cards.ts')]);

/**
 * /contacts/import: imports people from vCard files, also those that another app has shared, and from the device's
 * contacts where supported.
 */
export function ImportScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const kinds = useNumberTypes();
  const { share } = route.useSearch();
  const [state, setState] = useState<State>({ is: share === undefined ? 'choosing' : 'reading' });
  const chooser = useRef<HTMLInputElement>(null);
  const show = async (cards: readonly (ParsedCard | null)[]): Promise<void> => {
    const { contactNamesByNumber, candidatesOf } = await import('./import-cards.ts');
    const me = await store.db.me.get(store.actor.user_id);
    const reading = { country: me?.country ?? null, now: store.now(), kinds };
    const candidates = await candidatesOf(cards, await contactNamesByNumber(store.db), reading);
    setState(candidates.length > 0 ? { is: 'shown', candidates } : { is: 'choosing', fault: 'no_cards' });
  };
  const read = async (files: readonly File[]): Promise<void> => {
    if (files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES)
      return setState({ is: 'choosing', fault: 'too_large' });
    setState({ is: 'reading' });
    const [{ readVcards }, { readCardsOfFile, FileTooLarge }] = await loadReader();
    let cards: FileCard[] = [];
    try {
      for (const file of files) cards = cards.concat(await readCardsOfFile(file));
    } catch (error) {
      if (!(error instanceof FileTooLarge)) throw error;
      return setState({ is: 'choosing', fault: 'too_large' });
    }
    await show(await readVcards(cards));
    return undefined;
  };
  const handleFailure = (error: unknown): void => {
    log.warn('an address book could not be read', error);
    setState({ is: 'choosing', fault: 'failed' });
  };
  const dropShared = useSharedFiles({ share, kind: 'vcard' }, (files) => {
    if (files.length > 0) void read(files).catch(handleFailure);
    else setState({ is: 'choosing', fault: 'gone' });
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(target.files ?? [])];
    target.value = '';
    if (files.length > 0) void read(files).catch(handleFailure);
  };
  const errorTexts = {
    too_large: t`Files are limited to 500 MB, and 50 MB without photos. Choose a smaller one`,
    no_cards: t`No contacts found in this file. Choose a vCard file (.vcf)`,
    failed: t`This file could not be read. Nothing was saved. Choose another one`,
    gone: t`The shared file is no longer on this device. Share it again or choose it here`,
  };
  return (
    <Screen title={t`Import contacts`} back={<BackLink to="/contacts">{t`Contacts`}</BackLink>} narrow>
      {state.is === 'shown' && (
        <ImportPreview
          candidates={state.candidates}
          onSaved={() => void dropShared()}
          onRestart={() => setState({ is: 'choosing' })}
        />
      )}
      {state.is === 'reading' && <Spinner label={t`Reading file`} />}
      {state.is === 'choosing' && (
        <div className={styles.choose}>
          <p>
            <Trans>
              Most address books can export contacts as a vCard file (.vcf). Names, numbers, addresses, notes and photos
              are imported. Nothing is saved until you have checked the list.
            </Trans>
          </p>
          <Button icon={<IconFile aria-hidden="true" />} onPress={() => chooser.current?.click()}>
            <Trans>Choose file</Trans>
          </Button>
          <FieldError id="import-error" message={state.fault && errorTexts[state.fault]} />
          <input
            ref={chooser}
            type="file"
            accept=".vcf,.vcard,text/vcard,text/x-vcard"
            multiple
            hidden
            aria-label={t`vCard files`}
            onChange={choose}
          />
          <ContactPickerButton onPicked={(cards) => void show(cards).catch(handleFailure)} />
        </div>
      )}
    </Screen>
  );
}

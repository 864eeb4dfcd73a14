import { Trans } from '@lingui/react/macro';
import IconLayoutList from '@tabler/icons-react/dist/esm/icons/IconLayoutList.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import type { ReactElement } from 'react';
import { MAX_BLOCKS } from '../../../../contract/landing/values.ts';
import { ErrorText } from '../../../components/error/error-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import styles from './editor.module.css';
import { useEditor } from './editor-context.tsx';
import type { LayoutProps } from './editor-dialogs.tsx';
import { Outline, type OutlineProps } from './outline.tsx';

/** Shows the number of blocks on the page and the maximum number. */
export function BlockCount(): ReactElement {
  const count = useEditor().blocks.length;
  return (
    <Trans>
      {count} of {MAX_BLOCKS}
    </Trans>
  );
}

/** The blocks of the page, and the button that adds another one. */
export function BlockList({ open, ...outline }: LayoutProps & OutlineProps): ReactElement {
  const { blocks, canAdd } = useEditor();
  return (
    <>
      {blocks.length === 0 ? (
        <EmptyState icon={<IconLayoutList aria-hidden="true" />}>
          <Trans>This page has no blocks yet. Start with a hero: it says what the page is about.</Trans>
        </EmptyState>
      ) : (
        <Outline {...outline} />
      )}
      <Button
        variant="soft"
        wide
        icon={<IconPlus aria-hidden="true" />}
        isDisabled={!canAdd}
        writes
        onPress={() => open('add')}
      >
        <Trans>Add a block</Trans>
        {outline.isWide && <kbd className={styles.key}>/</kbd>}
      </Button>
      {!canAdd && (
        <small className={styles.note}>
          <ErrorText code="blocks_full" />
        </small>
      )}
    </>
  );
}

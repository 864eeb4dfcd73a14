import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import IconArrowsMove from '@tabler/icons-react/dist/esm/icons/IconArrowsMove.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { I18n } from '@lingui/core';
import type { ReactElement } from 'react';
import { Button } from '../../../ui/button.tsx';
import { List, Row } from '../../../ui/list.tsx';
import { blockSummary, blockTypeLabels, firstWords, propLabel } from '../block-labels.ts';
import { useEditor } from '../editor/editor-context.tsx';
import type { Change } from './changes.ts';

const icons: Record<Change['kind'], ReactElement> = {
  added: <IconPlus aria-hidden="true" />,
  deleted: <IconTrash aria-hidden="true" />,
  edited: <IconPencil aria-hidden="true" />,
  hidden: <IconEyeOff aria-hidden="true" />,
  shown: <IconEye aria-hidden="true" />,
  moved: <IconArrowsMove aria-hidden="true" />,
};

/** Returns the first words of the first changed text of a block. */
function firstEditedWords({ block, props }: Extract<Change, { kind: 'edited' }>): string {
  const values = props.map((name) => block[name]);
  const text = values.find((value) => typeof value === 'string' && value !== '');
  return typeof text === 'string' ? `“${firstWords(text)}”` : '';
}

/** Returns the title and the description of a change. Call while rendering: it uses the active language. */
export function changeTexts(change: Change, i18n: I18n): { title: string; text: string } {
  const title = i18n._(blockTypeLabels[change.block.type]);
  const summary = blockSummary(change.block, i18n);
  switch (change.kind) {
    case 'added':
      return { title, text: summary === '' ? t`New block` : t`New block, ${summary}` };
    case 'deleted':
      return { title, text: t({ message: 'Deleted', context: 'a block of a page' }) };
    case 'hidden':
      return { title, text: t({ message: 'Hidden', context: 'a block of a page' }) };
    case 'shown':
      return { title, text: t`Visible again` };
    case 'moved':
      return { title, text: t`New position` };
    default: {
      const [first, ...others] = change.props;
      const name = first === undefined ? '' : i18n._(propLabel(first));
      const more = others.length > 0 ? `, ${plural(others.length, { one: '# more', other: '# more' })}` : '';
      return { title: `${title}, ${name}${more}`, text: firstEditedWords(change) || t`Changed` };
    }
  }
}

/** Lists the differences between the draft and the published page, each with an Undo button. */
export function ChangeList(): ReactElement {
  const { t: text, i18n } = useLingui();
  const { changes, revert } = useEditor();
  return (
    <List aria-label={text`Changes`}>
      {changes.map((change) => {
        const { title, text: about } = changeTexts(change, i18n);
        return (
          <Row
            key={`${change.block.id} ${change.kind}`}
            leading={icons[change.kind]}
            title={title}
            subtitle={about}
            trailing={
              <Button
                variant="plain"
                small
                aria-label={text`Undo: ${title}, ${about}`}
                writes
                onPress={() => revert(change)}
              >
                <Trans>Undo</Trans>
              </Button>
            }
          />
        );
      })}
    </List>
  );
}

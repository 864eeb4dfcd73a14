import { Trans, useLingui } from '@lingui/react/macro';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import type { ReactElement } from 'react';
import { blockProblems, type BlockProblem } from '../../../../contract/landing/problems.ts';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { blockTypeLabels } from '../block-labels.ts';
import { problemText } from '../editor/block-problems.ts';
import { useEditor } from '../editor/editor-context.tsx';

/** A problem of a block, together with the block. */
export type PageProblem = BlockProblem & { block: LandingBlock };

/** Returns the problems of all blocks: errors, which prevent a publication, before warnings. */
export function pageProblems(blocks: readonly LandingBlock[]): PageProblem[] {
  const all = blocks.flatMap((block) => blockProblems(block).map((problem) => ({ ...problem, block })));
  return [...all.filter(({ level }) => level === 'error'), ...all.filter(({ level }) => level === 'warning')];
}

/** Lists what is missing on the page; each problem has a button that opens its block. */
export function ProblemList({
  problems,
  onOpen,
}: {
  problems: readonly PageProblem[];
  onOpen: () => void;
}): ReactElement {
  const { t, i18n } = useLingui();
  const { select } = useEditor();
  return (
    <>
      {problems.map((problem) => {
        const name = t(blockTypeLabels[problem.block.type]);
        const text = problemText(problem, i18n);
        return (
          <Banner
            key={`${problem.block_id} ${problem.field}`}
            tone={problem.level === 'error' ? 'need' : 'wait'}
            icon={<IconAlertCircle />}
            title={`${name}. ${text}`}
            action={
              <Button
                small
                variant="soft"
                aria-label={t`Fill in: ${name}`}
                onPress={() => {
                  onOpen();
                  select(problem.block_id);
                }}
              >
                <Trans>Fill in</Trans>
              </Button>
            }
          />
        );
      })}
    </>
  );
}

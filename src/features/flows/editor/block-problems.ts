import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { blockProblems, type BlockProblem } from '../../../../contract/landing/problems.ts';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { propLabel } from '../block-labels.ts';

/**
 * Returns the text of a problem, which names the field to fill in. Call while rendering: it uses the active language.
 */
export function problemText({ field }: BlockProblem, i18n: I18n): string {
  const label = i18n._(propLabel(field));
  return t`${label}: to be filled in`;
}

/** Returns the most important problem of a block; undefined if the block has none. */
export function firstProblem(block: LandingBlock): BlockProblem | undefined {
  const problems = blockProblems(block);
  return problems.find(({ level }) => level === 'error') ?? problems[0];
}

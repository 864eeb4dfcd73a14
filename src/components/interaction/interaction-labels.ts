import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import type { Interaction } from '../../../contract/entities/interaction.ts';
import type { InteractionKind } from '../../../contract/values.ts';
import { withUnit } from '../../lib/hours-and-minutes.ts';
import { useDurationText } from '../task/task-time.ts';

/**
 * Returns a function that returns the labels for who started an interaction, from the point of view of the user who
 * logs it: "I called".
 */
export function useDirectionLabels(): (kind: InteractionKind, direction: Interaction['direction']) => string {
  const { t } = useLingui();
  return useCallback(
    (kind: InteractionKind, direction: Interaction['direction']) => {
      if (kind === 'message') return direction === 'in' ? t`They wrote` : t`I wrote`;
      return direction === 'in' ? t`They called` : t`I called`;
    },
    [t],
  );
}

/** Returns a function that returns the label of an interaction in the history: "Outgoing call". */
export function useKindLabel(): (row: Pick<Interaction, 'kind' | 'direction'>) => string {
  const { t } = useLingui();
  return useCallback(
    ({ kind, direction }: Pick<Interaction, 'kind' | 'direction'>) => {
      if (kind === 'meet') return t({ message: 'Meeting', context: 'task type' });
      if (kind === 'message') return direction === 'in' ? t`Message from them` : t`Message to them`;
      return direction === 'in' ? t`Incoming call` : t`Outgoing call`;
    },
    [t],
  );
}

/** Returns a function that formats a duration as "40 s" or "12 min"; empty if it is unknown. */
export function useDurationLabel(): (seconds: number) => string {
  const { t } = useLingui();
  const durationText = useDurationText();
  return useCallback(
    (seconds: number) => {
      if (seconds <= 0) return '';
      return seconds < 60 ? withUnit(seconds, t({ message: 's', context: 'seconds' })) : durationText(seconds);
    },
    [t, durationText],
  );
}

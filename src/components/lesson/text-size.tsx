import { useLingui } from '@lingui/react/macro';
import IconTextDecrease from '@tabler/icons-react/dist/esm/icons/IconTextDecrease.mjs';
import IconTextIncrease from '@tabler/icons-react/dist/esm/icons/IconTextIncrease.mjs';
import type { ReactElement } from 'react';
import { textSizes } from '../../../contract/preference-values.ts';
import { IconButton } from '../../ui/button.tsx';
import { useApp } from '../../hooks/app-context.tsx';

/** Two buttons that change the size of all text on this device by one step. */
export function TextSize(): ReactElement {
  const { t } = useLingui();
  const { preferences, setPreferences } = useApp();
  const index = textSizes.indexOf(preferences.text_size);
  const step = (by: number): void => {
    const next = textSizes[index + by];
    if (next) void setPreferences({ text_size: next });
  };
  return (
    <>
      <IconButton aria-label={t`Smaller text`} isDisabled={index === 0} onPress={() => step(-1)}>
        <IconTextDecrease aria-hidden="true" />
      </IconButton>
      <IconButton aria-label={t`Larger text`} isDisabled={index === textSizes.length - 1} onPress={() => step(1)}>
        <IconTextIncrease aria-hidden="true" />
      </IconButton>
    </>
  );
}

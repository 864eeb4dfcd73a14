import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { MAX_COMMISSION_PERCENT } from '../../../../contract/values.ts';
import type { Person } from '../../../../contract/entities/person.ts';
import { z } from '../../../../contract/zod.ts';
import { FormTextField } from '../../../forms/fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useAppForm } from '../../../forms/use-app-form.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { useWriteAction } from '../../../hooks/use-write-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { setCommission } from './actions.ts';

const FORM = 'commission-form';

const isPercent = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) <= MAX_COMMISSION_PERCENT;

const schema = z.object({ percent: z.string().check(z.trim(), z.refine(isPercent, { error: 'out_of_range' })) });

interface CommissionSheetProps {
  person: Person;
  percent: number;
  onClose: () => void;
}

/** The sheet with which admins set the commission of a partner. */
export function CommissionSheet({ person, percent, onClose }: CommissionSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const form = useAppForm({
    schema,
    initial: { percent: String(percent) },
    onSubmit: async (values) => {
      const next = Number(values.percent);
      if (next !== percent && !(await step(() => setCommission(store, person, next), t`Commission changed`))) return;
      onClose();
    },
  });
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Commission</Trans>}
      description={t`Share of what the branch below this partner pays. It applies to all months.`}
      footer={
        <Button type="submit" form={FORM} isPending={form.isSaving} wide>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <Form form={form} id={FORM}>
        <FormTextField
          control={form.control}
          name="percent"
          label={t`Commission, %`}
          description={t`0 to ${MAX_COMMISSION_PERCENT}; with 0, no commission is shown`}
          inputMode="numeric"
          errorTexts={{ out_of_range: msg`Enter a whole number from 0 to ${MAX_COMMISSION_PERCENT}` }}
        />
      </Form>
    </Sheet>
  );
}

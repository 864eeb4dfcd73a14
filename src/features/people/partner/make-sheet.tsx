import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { partnerFields } from '../../../../contract/entities/partner.ts';
import { z } from '../../../../contract/zod.ts';
import { personName } from '../../../components/person/person-labels.ts';
import { FormTextArea, FormTextField } from '../../../forms/fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useAppForm } from '../../../forms/use-app-form.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { useWriteAction } from '../../../hooks/use-write-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import type { StepSheetProps } from '../step-sheets.tsx';
import { makePartner } from './actions.ts';
import styles from './partner.module.css';

const FORM = 'partner-form';

const schema = z.object(partnerFields);

/** The sheet that makes a person a partner. Files can be added afterwards. */
export function MakePartnerSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const form = useAppForm({
    schema,
    initial: { company: '', partner_note: '' },
    onSubmit: async ({ company, partner_note }) => {
      if (await step(() => makePartner(store, person, company, partner_note), t`Partner created`)) onClose();
    },
  });
  const name = personName(person);
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t`Make ${name} a partner`}
      description={person.status === 'active' ? undefined : t`This marks the person as active.`}
      closesOnOutsidePress={false}
      footer={
        <Button type="submit" form={FORM} isPending={form.isSaving} wide>
          <Trans>Make a partner</Trans>
        </Button>
      }
    >
      <Form form={form} id={FORM} className={styles.form}>
        <FormTextField control={form.control} name="company" label={t`Company`} autoComplete="organization" />
        <FormTextArea control={form.control} name="partner_note" label={t`Note on the partner`} />
      </Form>
    </Sheet>
  );
}

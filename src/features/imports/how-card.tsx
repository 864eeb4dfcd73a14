import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { countryCodes } from '../../../contract/countries.ts';
import { personStatuses } from '../../../contract/filter-values.ts';
import { importModes, type ImportMode } from '../../../contract/imports/fields.ts';
import { languages } from '../../../contract/preference-values.ts';
import { languageLabels, leadStatusLabels } from '../../components/person/person-labels.ts';
import { useCountryName } from '../../components/person/person-row.tsx';
import type { ImportDraft } from '../../db/schema/import-draft.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { changeSettings, setRemember } from './actions.ts';
import { modeLabels } from './labels.ts';

/** Sets what the import does with the rows, and the values of fields that are empty in the file. */
export function ImportSettingsCard({ draft }: { draft: ImportDraft }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const countryName = useCountryName();
  const { id, settings, remember } = draft;
  const { mode, defaults, all_or_nothing } = settings;
  const setDefault = (name: keyof typeof defaults, value: string): void =>
    void changeSettings(db, id, { defaults: { ...defaults, [name]: value === '' ? undefined : value } });
  const countries = countryCodes()
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <Section title={<Trans>How to import</Trans>}>
      <Card>
        <Stack gap="m">
          <SelectField
            label={t`What to do`}
            description={t`The same person is found by external ID, phone or email.`}
            options={importModes.map((value) => ({ value, label: t(modeLabels[value]) }))}
            value={mode}
            onChange={(value) => void changeSettings(db, id, { mode: value as ImportMode })}
          />
          <SelectField
            label={t`Country, where the file has none`}
            options={countries}
            placeholder={t`No country`}
            value={defaults.country ?? ''}
            onChange={(value) => setDefault('country', value)}
          />
          <SelectField
            label={t`Language, where the file has none`}
            options={languages.map((value) => ({ value, label: t(languageLabels[value]!) }))}
            placeholder={t`My language`}
            value={defaults.language ?? ''}
            onChange={(value) => setDefault('language', value)}
          />
          <SelectField
            label={t`Status, where the file has none`}
            options={personStatuses.map((value) => ({ value, label: t(leadStatusLabels[value]) }))}
            placeholder={t(leadStatusLabels.waiting)}
            value={defaults.status ?? ''}
            onChange={(value) => setDefault('status', value)}
          />
          <Checkbox
            isChecked={all_or_nothing}
            onChange={(isChecked) => void changeSettings(db, id, { all_or_nothing: isChecked })}
          >
            <Trans>Import nothing while a row has an error</Trans>
          </Checkbox>
          <Checkbox isChecked={remember} onChange={(isChecked) => void setRemember(db, id, isChecked)}>
            <Trans>Remember these columns for files like this</Trans>
          </Checkbox>
        </Stack>
      </Card>
    </Section>
  );
}

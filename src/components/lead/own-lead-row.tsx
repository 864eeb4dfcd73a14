import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useRef } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonAnchor } from '../../ui/button.tsx';
import { RowLink } from '../../ui/list.tsx';
import type { Callee } from '../call/call-intent.ts';
import { useCall } from '../call/use-call.ts';
import { languageLabels, personName } from '../person/person-labels.ts';
import { useCountryName } from '../person/person-row.tsx';

/**
 * A lead that the employee has just taken. The row opens the person, and its button calls them. It has as many lines as
 * the row of a waiting lead, so that the rows below do not move.
 */
export function OwnLeadRow({ person }: { person: Person }): ReactElement {
  const { t } = useLingui();
  const country = useCountryName();
  const { id, first_name: name, phone, city } = person;
  const languageName = languageLabels[person.language];
  const title = useRef<HTMLSpanElement>(null);
  // The Take button that was pressed has disappeared, so the focus moves to the call button or, if the person has no
  // number, to the link to the person.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const links = title.current?.closest('li')?.querySelectorAll('a') ?? [];
    [...links].at(-1)?.focus();
  }, []);
  return (
    <RowLink
      to="/user/view-details/$personId"
      params={{ personId: id }}
      leading={<Avatar name={personName(person)} id={id} />}
      title={<span ref={title}>{t`${name} is yours`}</span>}
      wrapTitle
      subtitle={[city, country(person.country), languageName && t(languageName)].filter(Boolean).join(', ')}
      meta={<small>{t`Task created`}</small>}
      trailing={phone !== null && <CallButton callee={{ contact_id: null, user_id: id, name, number: phone }} />}
    />
  );
}

/** A button that calls a person. */
export function CallButton({ callee }: { callee: Callee }): ReactElement {
  const { t } = useLingui();
  const { name } = callee;
  return (
    <ButtonAnchor small variant="soft" aria-label={t`Call ${name}`} {...useCall(callee)}>
      <Trans context="verb">Call</Trans>
    </ButtonAnchor>
  );
}

import { useLingui } from '@lingui/react/macro';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import type { ReactElement } from 'react';
import { Avatar, AvatarIcon } from '../../ui/avatar.tsx';
import { PressButton } from '../../ui/press.tsx';
import type { CalledPerson } from './draft.ts';
import styles from './likely-people.module.css';

export interface LikelyPeopleProps {
  people: readonly CalledPerson[];
  onChoose: (person: CalledPerson) => void;
}

/** The people to whom the user most likely talked. One press chooses a person. */
export function LikelyPeople({ people, onChoose }: LikelyPeopleProps): ReactElement {
  const { t } = useLingui();
  return (
    <ul role="list" className={styles.people} aria-label={t`People`}>
      {people.map((person) => {
        const { user_id, contact_id, name, number } = person;
        const id = user_id ?? contact_id;
        return (
          <li key={id ?? number}>
            <PressButton className={styles.person} onPress={() => onChoose(person)}>
              {id === null ? (
                <AvatarIcon size="l" tone="plain">
                  <IconPhone aria-hidden="true" />
                </AvatarIcon>
              ) : (
                <Avatar name={name} id={id} size="l" />
              )}
              <span className={styles.name}>{name || number}</span>
            </PressButton>
          </li>
        );
      })}
    </ul>
  );
}

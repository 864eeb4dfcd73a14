import { Trans } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { useReturnText } from '../../components/lead/return-text.ts';
import { peopleWithUnsentWork } from '../../db/queries/people.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import { useNow } from '../../ui/use-now.ts';

/** Shows when a lead returns to the waiting leads, and how to keep it. Renders nothing for a lead that stays. */
export function ReturnNotice({ person }: { person: Person }): ReactElement | null {
  const { db } = useStore();
  const text = useReturnText(useNow('minute'))(person);
  const peopleWithWork = useLiveQuery(async () => peopleWithUnsentWork(db), [db]);
  if (text === '' || !peopleWithWork || peopleWithWork.has(person.id)) return null;
  return (
    <Banner tone="wait" title={text}>
      <Trans>This lead returns to the waiting leads unless a task is finished.</Trans>
    </Banner>
  );
}

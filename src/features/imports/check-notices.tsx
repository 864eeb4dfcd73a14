import { Plural, Trans } from '@lingui/react/macro';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { ReactElement } from 'react';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import type { ImportCheck } from '../../db/schema/import-draft.ts';
import type { Fetching } from '../../hooks/use-fetched.ts';
import { formatDateTime, formatRecent } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { useNow } from '../../ui/use-now.ts';

type SameFileProps = {
  /** The time when the same file was imported before. */
  at: string;
  /** Name of the employee who imported it. */
  by: string | null;
};

/** Shows when the same file was imported before, and by whom. */
export function SameFileText({ at, by }: SameFileProps): ReactElement {
  const date = formatDateTime(at);
  return by === null ? (
    <Trans>Imported on {date}. A person whose phone and email have changed since would be created twice.</Trans>
  ) : (
    <Trans>
      Imported on {date} by {by}. A person whose phone and email have changed since would be created twice.
    </Trans>
  );
}

/** Warns that the same file was imported before. */
export function SameFileNotice({ at, by }: SameFileProps): ReactElement {
  return (
    <Banner tone="wait" icon={<IconAlertTriangle />} title={<Trans>The same file was imported before</Trans>}>
      <SameFileText at={at} by={by} />
    </Banner>
  );
}

/** Explains that an import did not start, because people were changed after the user had seen the plan. */
function PlanChanged({ importId, changed }: { importId: string; changed: number }): ReactElement {
  return (
    <Banner
      tone="wait"
      icon={<IconAlertTriangle />}
      role="status"
      title={
        <Plural
          value={changed}
          one="# row has changed since you saw it"
          other="# rows have changed since you saw them"
        />
      }
      action={
        changed > 0 && (
          <LinkButton
            to="/staff/users_imports/$importId/check"
            params={{ importId }}
            search={{ only: 'changed' }}
            replace
            variant="soft"
            small
          >
            <Trans>Show them</Trans>
          </LinkButton>
        )
      }
    >
      <Trans>Nothing was imported. Check these rows, then start the import.</Trans>
    </Banner>
  );
}

type CheckStateProps = { importId: string; check: ImportCheck; fetching: Fetching };

/** Shows when the rows were checked, whether on this device or by the server, and how many rows have changed since. */
export function CheckState({ importId, check, fetching }: CheckStateProps): ReactElement {
  const now = useNow('minute');
  const at = formatRecent(check.at, now);
  const isRunning = fetching.done === undefined;
  return (
    <Stack gap="s">
      {check.changed > 0 && !check.is_stale && <PlanChanged importId={importId} changed={check.changed} />}
      {fetching.done && !fetching.done.ok && <ErrorNotice error={fetching.done} />}
      <small role="status">
        {isRunning && <Trans>Checking…</Trans>}
        {!isRunning && check.is_stale && <Trans>Changed since the check. Check the rows again.</Trans>}
        {!isRunning && !check.is_stale && check.by === 'device' && (
          <Trans>Checked on this device, not yet with the server</Trans>
        )}
        {!isRunning && !check.is_stale && check.by === 'server' && (
          <Trans>With the people as they are, {at}. The check is repeated when you import.</Trans>
        )}
      </small>
    </Stack>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import type { ReactElement } from 'react';
import type { ErrorCode } from '../../../contract/errors.ts';
import { z } from '../../../contract/zod.ts';
import type { Failure } from '../../bridge/results.ts';
import { sync } from '../../bridge/sync.ts';
import { Form } from '../../forms/form.tsx';
import { emptyPassword, passwordCheck, PasswordFields, passwordShape } from '../../forms/password-fields.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { discardToken } from '../../lib/url-secrets.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkFrame } from './link-frame.tsx';
import { linkText } from './link-labels.ts';
import styles from './login.module.css';
import { PublicPage } from './public-page.tsx';
import { useCompleteLogin } from './use-complete-login.ts';
import { isLinkUnusable, type Link, useLink } from './use-link.ts';

/**
 * Returns a function that logs in with the link, with or without a new password, and resolves to the failure. If the
 * link has expired, a message replaces the form.
 */
function useLinkLogin({ token, fail }: Link) {
  const navigate = useNavigate();
  const { isPending, completeLogin } = useCompleteLogin();
  const login = async (password: string | null): Promise<Failure | null> => {
    const failure = await completeLogin(async () => {
      const result = await sync.account('loginByLink', token, password);
      // Navigates before the login completes, because its completion re-creates the router for the user.
      if (result.ok) {
        discardToken('credentials');
        await navigate({ to: '/login', search: { next: '/dashboard' }, replace: true });
      }
      return result;
    });
    if (failure === null || !isLinkUnusable(failure)) return failure;
    fail(failure);
    return null;
  };
  return { isPending, login };
}

const schema = z.object(passwordShape).check(passwordCheck);

const rejectedFields = (code: ErrorCode) => ({ ...(code === 'password_common' && { password: code }) });

function LinkLoginForm({ link }: { link: Link }): ReactElement {
  const { t } = useLingui();
  const { isPending, login } = useLinkLogin(link);
  const form = useAppForm({
    schema,
    initial: emptyPassword,
    rejectedFields,
    onSubmit: ({ password }) => login(password),
  });
  const loginAsIs = async (): Promise<void> => form.setFailure(await login(null));
  return (
    <Form form={form} failureTexts={linkText} className={styles.form} aria-label={t`Log in with a link`}>
      <PasswordFields control={form.control} password="password" repeat="repeat" />
      <Button type="submit" wide isPending={isPending}>
        {t`Save password and log in`}
      </Button>
      <Button variant="plain" wide isDisabled={isPending} onPress={() => void loginAsIs()}>
        {t`Log in and keep password`}
      </Button>
    </Form>
  );
}

/** Shown if a user is already logged in, because logging in as a different user would abandon their unsent changes. */
function AlreadyLoggedIn(): ReactElement {
  const { t } = useLingui();
  return (
    <PublicPage title={t`Log in with a link`} lead={<Trans>Someone is logged in on this device.</Trans>}>
      <Banner tone="wait" icon={<IconUser />} title={<Trans>Log out first</Trans>}>
        <Trans>Then open the link again. It has not been used yet.</Trans>
      </Banner>
      <LinkButton to="/profile/settings" variant="soft">
        <Trans>Settings</Trans>
      </LinkButton>
    </PublicPage>
  );
}

/**
 * The screen that logs in through a link that an employee created. The link is used only on a tap, never by opening the
 * URL.
 */
export function CredentialsScreen(): ReactElement {
  const { t } = useLingui();
  const link = useLink('credentials');
  const { user } = useRouteContext({ from: '/reset-credentials' });
  if (user) return <AlreadyLoggedIn />;
  return (
    <PublicPage
      title={t`Log in with a link`}
      lead={<Trans>The link works once. Choose a new password now, or you will need another link next time.</Trans>}
    >
      <LinkFrame
        link={link}
        another={
          <p>
            <Trans>Ask the employee who sent it for a new one.</Trans>
          </p>
        }
      >
        <Card>
          <LinkLoginForm link={link} />
        </Card>
      </LinkFrame>
      <div className={styles.links}>
        <TextLink to="/login">
          <Trans>Back to login</Trans>
        </TextLink>
      </div>
    </PublicPage>
  );
}

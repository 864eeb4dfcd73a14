import type { SelfTransactionalAccountHandlers } from '../../handlers.ts';
import { setCredentialsHandler } from './credentials.ts';
import { deleteAccountHandler } from './deletion.ts';
import { loginHandler } from './login.ts';
import { changePasswordHandler } from './password-change.ts';
import { resetPasswordHandler } from './recovery.ts';
import { checkRegistrationHandler, registerHandler } from './register.ts';
import type { Auth } from './sessions.ts';

/**
 * Handlers of calls that hash or verify a password before they open a transaction, or count refused requests after it.
 */
export function selfTransactionalAccountRoutes(auth: Auth): SelfTransactionalAccountHandlers {
  return {
    'accounts.login': loginHandler(auth),
    'accounts.register': registerHandler(auth),
    'own.check_registration': checkRegistrationHandler(auth),
    'accounts.reset_password': resetPasswordHandler(auth),
    'accounts.set_credentials': setCredentialsHandler(auth),
    'own.change_password': changePasswordHandler(auth),
    'own.delete_account': deleteAccountHandler(auth),
  };
}

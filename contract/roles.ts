/** The role flags of an account. */
export interface RoleFlags {
  is_staff: boolean;
  is_manager: boolean;
  is_superuser: boolean;
}

/** Whether the account is a manager or an admin. */
export const isManager = ({ is_manager, is_superuser }: RoleFlags): boolean => is_manager || is_superuser;

/** Whether the account belongs to an employee of any role. */
export const isEmployee = (flags: RoleFlags): boolean => flags.is_staff || isManager(flags);

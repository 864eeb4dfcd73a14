/** The role flags of an account. */
export interface RoleFlags {
  is_staff: boolean;
  is_manager: boolean;
  is_superuser: boolean;
}

/** The flags that allow or forbid the use of an account, whatever its role. */
export interface AccessFlags {
  is_active: boolean;
  is_blocked: boolean;
}

/** Whether the account may use the product: it is active and not blocked. */
export const hasAccess = ({ is_active, is_blocked }: AccessFlags): boolean => is_active && !is_blocked;

/** Whether the account may open the administration. A superuser who is not active is not an admin. */
export const isAdmin = ({
  is_superuser,
  is_active,
}: Pick<RoleFlags & AccessFlags, 'is_superuser' | 'is_active'>): boolean => is_superuser && is_active;

/** Whether the account is a manager or an admin. */
export const isManager = ({ is_manager, is_superuser }: RoleFlags): boolean => is_manager || is_superuser;

/** Whether the account belongs to an employee of any role. */
export const isEmployee = (flags: RoleFlags): boolean => flags.is_staff || isManager(flags);

/** The marks of rank that an account carries. */
export interface RoleFlags {
  is_staff: boolean;
  is_manager: boolean;
  is_superuser: boolean;
}

/** Leads others: a manager or an admin. */
export const isManager = ({ is_manager, is_superuser }: RoleFlags): boolean => is_manager || is_superuser;

/** Works here, in whatever rank. */
export const isEmployee = (of: RoleFlags): boolean => of.is_staff || isManager(of);

/** The marks of rank that an account carries. */
export interface Rank {
  is_staff: boolean;
  is_manager: boolean;
  is_superuser: boolean;
}

/** Leads others: a manager or an admin. */
export const isManager = ({ is_manager, is_superuser }: Rank): boolean => is_manager || is_superuser;

/** Works here, in whatever rank. */
export const isEmployee = (of: Rank): boolean => of.is_staff || isManager(of);

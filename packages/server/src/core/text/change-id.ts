/** The format of the `Change-Id` header. */
export const CHANGE_ID = '^[A-Za-z0-9_-]{16,64}$';

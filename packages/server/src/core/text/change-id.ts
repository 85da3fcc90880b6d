/** What callers may send as `Change-Id`. */
export const CHANGE_ID = '^[A-Za-z0-9_-]{16,64}$';

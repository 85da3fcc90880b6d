import type { Reviewer } from './change-request.queries.ts';

export const nameOfReviewer = ({ id, name, username, email }: Reviewer) => name || username || email || `User ${id}`;

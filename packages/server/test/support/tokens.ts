/** Known to every instance that tests start, in their own process or in another. */
export const ADMIN_TOKEN = '*:*.admin-token-of-the-tests';
export const CLIENT_TOKEN = '*:development.client-token-of-the-tests';

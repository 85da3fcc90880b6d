/** Known to every test instance, in this or another process. */
export const ADMIN_TOKEN = '*:*.admin-token-of-the-tests';
export const CLIENT_TOKEN = '*:development.client-token-of-the-tests';

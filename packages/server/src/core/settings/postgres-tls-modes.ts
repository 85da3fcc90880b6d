/** The modes of libpq; `no-verify` is the name of `require` in node-postgres. */
export const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full'] as const;

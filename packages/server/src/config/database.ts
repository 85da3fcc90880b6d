import { TLS_MODES } from '../core/settings/postgres-tls-modes.ts';
import { readPostgresUrl } from '../core/settings/postgres-url.ts';
import { type SettingDeclarations, text, wholeNumber } from './setting.ts';

/** The settings of the connection to PostgreSQL. */
export const DATABASE = {
    databaseUrl: {
        ...text(['DATABASE_URL'], 'postgres://… for PostgreSQL (12 or newer); unset: the embedded database'),
        parse: (value: string) => (readPostgresUrl(value) ? value : undefined),
        expects:
            'a URL that begins with postgres:// (several hosts: postgres://a:5432,b:5432/name?target_session_attrs=read-write)',
        orFile: true,
    },
    databaseHost: text(
        ['DATABASE_HOST'],
        'PostgreSQL host, several separated by commas, or the folder of a socket; alternative to DATABASE_URL',
    ),
    databasePort: wholeNumber(['DATABASE_PORT'], 'PostgreSQL port', 5432, [1, 65535]),
    databaseName: {
        ...text(['DATABASE_NAME'], 'PostgreSQL database', 'halyard'),
        // The driver does not decode these.
        parse: (value: string) => (/^[^;/?:@&=+$,#]+$/.test(value) ? value : undefined),
        expects: 'a name without the characters ; / ? : @ & = + $ , #',
    },
    databaseUsername: text(['DATABASE_USERNAME'], 'PostgreSQL user'),
    databasePassword: { ...text(['DATABASE_PASSWORD'], 'PostgreSQL password'), orFile: true },
    databaseSchema: {
        ...text(['DATABASE_SCHEMA'], 'PostgreSQL schema', 'public'),
        parse: (value: string) => (/^\w+$/.test(value) ? value : undefined),
        expects: 'a plain name',
    },
    databaseApplicationName: {
        ...text(['DATABASE_APPLICATION_NAME'], 'Application name of connections to PostgreSQL', 'halyard'),
    },
    databaseSsl: {
        ...text(
            ['DATABASE_SSL'],
            'TLS options of Node for PostgreSQL, as JSON; they are added to sslmode and have precedence',
        ),
        parse: (value: string) => {
            try {
                JSON.parse(value);
                return value;
            } catch {
                return undefined;
            }
        },
        expects: 'JSON',
    },
    databaseSslMode: {
        ...text(
            ['PGSSLMODE'],
            'TLS to PostgreSQL, as in libpq: disable, require, verify-ca or verify-full; sslmode in DATABASE_URL has precedence',
        ),
        parse: (value: string) => TLS_MODES.find((mode) => mode === value),
        expects: `one of ${TLS_MODES.join(', ')}`,
    },
    databaseSslRootCertificate: text(
        ['PGSSLROOTCERT'],
        'File with the certificate authority of PostgreSQL, or system; sslrootcert in DATABASE_URL has precedence',
    ),
    databasePoolMax: wholeNumber(['DATABASE_POOL_MAX'], 'Maximum number of PostgreSQL connections', 4, [2, 1000]),
    databaseStatementTimeout: wholeNumber(
        ['DATABASE_STATEMENT_TIMEOUT'],
        'Timeout of a PostgreSQL statement in milliseconds, including the time it waits for locks; 0: none',
        30_000,
        [0, 86_400_000],
    ),
    databaseLockTimeout: wholeNumber(
        ['DATABASE_LOCK_TIMEOUT'],
        'Milliseconds that a change waits for other changes before the request fails and can be retried; 0: no limit',
        20_000,
        [0, 86_400_000],
    ),
    databaseIdleTimeout: wholeNumber(
        ['DATABASE_IDLE_IN_TRANSACTION_TIMEOUT'],
        'Milliseconds after which PostgreSQL rolls back the transaction of a node that has stopped responding; 0: never',
        5_000,
        [0, 86_400_000],
    ),
} satisfies SettingDeclarations;

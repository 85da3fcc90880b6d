import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type pg from 'pg';
import { StartError } from '../core/errors/start-error.ts';
import { TLS_MODES } from '../core/settings/postgres-tls-modes.ts';

/** Settings besides the URL, which has precedence over the mode and the certificate. */
export interface TlsSettings {
    mode: string;
    rootCertificate: string;
    /** Options of Node, which have precedence over everything. */
    options: ConnectionOptions | boolean | undefined;
}

/**
 * TLS to PostgreSQL with the meaning of `sslmode` in libpq, except that no mode falls back to an unencrypted connection. Without a mode, a
 * certificate authority or options of Node, the connection is not encrypted. Returns the URL without these parameters.
 */
export function tlsOf(connectionUrl: string, settings: TlsSettings): { url: string; ssl: pg.ClientConfig['ssl'] } {
    const [base = '', query = ''] = connectionUrl.split('?', 2);
    const parameters = new URLSearchParams(query);
    const take = (name: string) => {
        const value = parameters.get(name) ?? '';
        parameters.delete(name);
        return value;
    };
    const [mode, rootCertificate] = [take('sslmode'), take('sslrootcert')];
    const [certificate, key] = [take('sslcert'), take('sslkey')];
    const ca = rootCertificate || settings.rootCertificate;
    // The certificate of an authority in the URL asks for a verified connection.
    const chosen = mode || settings.mode || (rootCertificate || certificate ? 'verify-full' : '');
    const url = parameters.size === 0 ? base : `${base}?${parameters}`;
    if (chosen !== '' && !TLS_MODES.some((each) => each === chosen)) {
        throw new StartError(`sslmode=${chosen} in DATABASE_URL is unknown. Use one of ${TLS_MODES.join(', ')}.`);
    }
    const { options } = settings;
    if (chosen === 'disable' || (chosen === '' && !options)) return { url, ssl: false };
    const files = {
        ...(ca !== '' && ca !== 'system' && { ca: contentOf(ca, 'sslrootcert') }),
        ...(certificate && { cert: contentOf(certificate, 'sslcert') }),
        ...(key && { key: contentOf(key, 'sslkey') }),
    };
    const verified = verification(chosen, ca);
    return { url, ssl: { ...files, ...verified, ...(typeof options === 'object' && options) } };
}

/** As in libpq, an authority makes `require` verify the certificate, and `system` always verifies the host, too. */
function verification(mode: string, ca: string): ConnectionOptions {
    if (mode === '' || mode === 'verify-full' || ca === 'system') return {};
    if (mode === 'verify-ca' || (mode === 'require' && ca !== '')) return { checkServerIdentity: () => undefined };
    return { rejectUnauthorized: false };
}

function contentOf(file: string, parameter: string): string {
    try {
        return readFileSync(file, 'utf8');
    } catch (error) {
        throw new StartError(`The file of ${parameter} cannot be read: ${(error as Error).message}.`);
    }
}

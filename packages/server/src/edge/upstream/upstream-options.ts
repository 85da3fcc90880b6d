import { createSecureContext, getCACertificates } from 'node:tls';
import { ConfigError } from '../../config/setting.ts';
import { type EdgeConfig, fileOf } from '../config/edge-config.ts';
import type { UpstreamOptions } from './upstream-client.ts';

export function upstreamOptions(config: EdgeConfig, instanceId: string, version: string): UpstreamOptions {
    const custom = config.customHeaders.map((entry): [string, string] => {
        const colon = entry.indexOf(':');
        return [entry.slice(0, colon).trim().toLowerCase(), entry.slice(colon + 1).trim()];
    });
    return {
        url: config.upstreamUrl,
        headers: {
            'user-agent': `halyard-edge/${version}`,
            'unleash-appname': config.appName,
            'unleash-instanceid': instanceId,
            'unleash-sdk': `halyard-edge:${version}`,
            ...Object.fromEntries(custom),
        },
        tokenHeader: config.tokenHeader || config.upstreamAuthHeader || 'authorization',
        requestMs: 1000 * config.upstreamRequestSeconds,
        socketMs: 1000 * config.upstreamSocketSeconds,
        keepAliveMs: 1000 * config.upstreamKeepAliveSeconds,
        tls: tlsOf(config),
    };
}

function tlsOf(config: EdgeConfig): UpstreamOptions['tls'] {
    const ca = fileOf('UPSTREAM_CERTIFICATE_FILE', config.upstreamCertificateFile);
    const both = fileOf('PEM_CERT_FILE', config.clientPemFile);
    const cert = fileOf('PKCS8_CLIENT_CERTIFICATE_FILE', config.clientCertificateFile) ?? both;
    const key = fileOf('PKCS8_CLIENT_KEY_FILE', config.clientKeyFile) ?? both;
    const pfx = fileOf('PKCS12_IDENTITY_FILE', config.identityFile);
    if ((cert === undefined) !== (key === undefined)) {
        throw new ConfigError('PKCS8_CLIENT_CERTIFICATE_FILE and PKCS8_CLIENT_KEY_FILE must be set together.');
    }
    const options = {
        rejectUnauthorized: !config.skipTlsVerification,
        // In addition to the default certificate authorities.
        ...(ca && { ca: [...getCACertificates('default'), ca.toString()] }),
        ...(cert && { cert }),
        ...(key && { key }),
        ...(pfx && { pfx }),
        ...(config.identityPassphrase && { passphrase: config.identityPassphrase }),
    };
    try {
        createSecureContext(options);
    } catch (error) {
        throw new ConfigError(
            `The certificates for upstream cannot be used: ${(error as Error).message}. ` +
                'Check UPSTREAM_CERTIFICATE_FILE, PKCS8_*, PEM_CERT_FILE and PKCS12_*.',
        );
    }
    return options;
}

import { createPrivateKey, X509Certificate } from 'node:crypto';

/** Identity providers show certificates with and without the lines around them. */
function pemOf(certificate: string): string {
    if (certificate.includes('-----BEGIN')) return certificate;
    return `-----BEGIN CERTIFICATE-----\n${certificate.replace(/\s+/g, '')}\n-----END CERTIFICATE-----\n`;
}

export const isCertificate = (text: string): boolean => isReadable(() => new X509Certificate(pemOf(text)));

export const isRsaKey = (pem: string): boolean =>
    isReadable(() => createPrivateKey(pem)) && createPrivateKey(pem).asymmetricKeyType === 'rsa';

function isReadable(read: () => unknown): boolean {
    try {
        read();
        return true;
    } catch {
        return false;
    }
}

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]+-----END [A-Z ]*PRIVATE KEY-----/;

/** The private key in a text that may hold certificates as well. */
export const privateKeyIn = (pem: string): string | undefined => PRIVATE_KEY.exec(pem)?.[0];

/** The text with this in the place of its private key. Of one that cannot be told from the rest, nothing is left. */
export function withoutPrivateKey(pem: string, mask: string): string {
    const bare = pem.replace(PRIVATE_KEY, mask);
    return bare.includes('PRIVATE KEY') ? mask : bare;
}

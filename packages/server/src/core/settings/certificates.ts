import { createPrivateKey, X509Certificate } from 'node:crypto';

/** Identity providers display certificates with and without the PEM header and footer. */
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

/** Returns the private key in a text that may also contain certificates. */
export const privateKeyIn = (pem: string): string | undefined => PRIVATE_KEY.exec(pem)?.[0];

/** Replaces the private key in a text with the mask. A text whose private key cannot be identified is masked completely. */
export function withoutPrivateKey(pem: string, mask: string): string {
    const bare = pem.replace(PRIVATE_KEY, mask);
    return bare.includes('PRIVATE KEY') ? mask : bare;
}

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

import { Secret, TOTP } from 'otpauth';

/** The values that every authenticator app supports (RFC 6238). */
const ALGORITHM = 'SHA1';
const DIGITS = 6;
const PERIOD_SECONDS = 30;
/** A code of the step before or after is accepted, because clocks differ and typing takes time. */
const WINDOW = 1;
/** The length that RFC 4226 recommends. */
const SECRET_BYTES = 20;

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, about: { issuer?: string; label?: string } = {}) =>
    new TOTP({
        ...about,
        secret: Secret.fromBase32(secret),
        algorithm: ALGORITHM,
        digits: DIGITS,
        period: PERIOD_SECONDS,
    });

/** The address that authenticator apps read from a QR code. */
export const totpUri = (secret: string, about: { issuer: string; label: string }): string =>
    totpOf(secret, about).toString();

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

/** Returns the time step of a valid code; undefined: the code is wrong. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
    const timestamp = now.getTime();
    const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
    return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

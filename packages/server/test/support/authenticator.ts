import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface Ceremony {
    challenge: string;
    origin?: string;
    rpId?: string;
    isUserVerified?: boolean;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** A software authenticator with one passkey, which computes its responses without the library of the service. */
export class Authenticator {
    readonly #id = randomBytes(32);
    readonly #publicKey: KeyObject;
    readonly #privateKey: KeyObject;
    readonly #origin: string;
    counter = 0;

    constructor(origin: string) {
        this.#origin = origin;
        const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
        this.#publicKey = publicKey;
        this.#privateKey = privateKey;
    }

    create(ceremony: Ceremony) {
        const client = this.#clientData('webauthn.create', ceremony);
        const idLength = Buffer.alloc(2);
        idLength.writeUInt16BE(this.#id.length);
        const attested = Buffer.concat([Buffer.alloc(16), idLength, this.#id, this.#coseKey()]);
        const authData = Buffer.concat([this.#authenticatorData(ceremony, 0x40), attested]);
        // {"fmt": "none", "attStmt": {}, "authData": bytes}
        const attestation = Buffer.concat([
            Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
            Buffer.from([authData.length >> 8, authData.length & 255]),
            authData,
        ]);
        return {
            ...this.#credential(),
            response: {
                clientDataJSON: base64url(client),
                attestationObject: base64url(attestation),
                transports: ['usb'],
            },
        };
    }

    get(ceremony: Ceremony) {
        this.counter++;
        const client = this.#clientData('webauthn.get', ceremony);
        const data = this.#authenticatorData(ceremony, 0);
        const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#privateKey);
        return {
            ...this.#credential(),
            response: {
                clientDataJSON: base64url(client),
                authenticatorData: base64url(data),
                signature: base64url(signature),
            },
        };
    }

    #credential() {
        const id = base64url(this.#id);
        return { id, rawId: id, type: 'public-key' };
    }

    #clientData(type: string, { challenge, origin = this.#origin }: Ceremony): string {
        return JSON.stringify({ type, challenge, origin, crossOrigin: false });
    }

    #authenticatorData(
        { rpId = new URL(this.#origin).hostname, isUserVerified = true }: Ceremony,
        flags: number,
    ): Buffer {
        const counter = Buffer.alloc(4);
        counter.writeUInt32BE(this.counter);
        return Buffer.concat([sha256(rpId), Buffer.from([flags | 0x01 | (isUserVerified ? 0x04 : 0)]), counter]);
    }

    /** The key in the format of RFC 9053: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
    #coseKey(): Buffer {
        const { x, y } = this.#publicKey.export({ format: 'jwk' });
        const coordinate = (name: string, value: string) =>
            Buffer.concat([Buffer.from(`${name}5820`, 'hex'), Buffer.from(value, 'base64url')]);
        return Buffer.concat([Buffer.from('a50102032620' + '01', 'hex'), coordinate('21', x!), coordinate('22', y!)]);
    }
}

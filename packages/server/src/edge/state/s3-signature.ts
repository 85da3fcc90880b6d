import { createHash, createHmac } from 'node:crypto';

export interface S3Credentials {
    accessKeyId: string;
    secretAccessKey: string;
    /** For temporary credentials; empty: none. */
    sessionToken?: string;
}

interface SignedRequest {
    method: string;
    url: string;
    /** Further headers, which are signed, too. */
    headers?: Record<string, string>;
    body?: string;
    region: string;
    credentials: S3Credentials;
    at: Date;
}

/** The headers of a request to S3, signed with version 4 of the signatures of AWS. */
export function signS3Request({ method, url, headers = {}, body = '', region, credentials, at }: SignedRequest) {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
    const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
    const { host, pathname } = new URL(url);
    const bodyHash = hashOf(body);
    const sent: Record<string, string> = {
        ...headers,
        'x-amz-content-sha256': bodyHash,
        'x-amz-date': time,
        ...(sessionToken && { 'x-amz-security-token': sessionToken }),
    };
    const signed = Object.entries({ ...sent, host }).sort(([a], [b]) => (a < b ? -1 : 1));
    const names = signed.map(([name]) => name).join(';');
    const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
    // Empty: no request has a query.
    const canonical = [method, pathname, '', lines, names, bodyHash].join('\n');
    const key = scope
        .split('/')
        .reduce<Buffer | string>((parent, part) => hmac(parent, part), `AWS4${secretAccessKey}`);
    const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, hashOf(canonical)].join('\n')).toString('hex');
    const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`;
    return { ...sent, authorization };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

import { expect, test } from 'vitest';
import { signS3Request } from './s3-signature.ts';

/** The examples of the documentation of Amazon S3: "Authenticating Requests: Using the Authorization Header". */
const EXAMPLE = {
    region: 'us-east-1',
    credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    at: new Date('2013-05-24T00:00:00.000Z'),
};
const CREDENTIAL = 'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';

test('a request for an object has the signature of the documented example', () => {
    const url = 'https://examplebucket.s3.amazonaws.com/test.txt';
    const { authorization } = signS3Request({ ...EXAMPLE, method: 'GET', url, headers: { range: 'bytes=0-9' } });
    expect(authorization).toBe(
        `${CREDENTIAL},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`,
    );
});

test('an upload has the signature of the documented example', () => {
    const { authorization } = signS3Request({
        ...EXAMPLE,
        method: 'PUT',
        url: 'https://examplebucket.s3.amazonaws.com/test%24file.text',
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        body: 'Welcome to Amazon S3.',
    });
    expect(authorization).toBe(
        `${CREDENTIAL},SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd`,
    );
});

test('the session token of a temporary key is sent and signed', () => {
    const credentials = { ...EXAMPLE.credentials, sessionToken: 'temporary' };
    const headers = signS3Request({ ...EXAMPLE, credentials, method: 'GET', url: 'https://b.example.com/a.json' });
    expect(headers).toMatchObject({ 'x-amz-security-token': 'temporary', 'x-amz-date': '20130524T000000Z' });
    expect(headers.authorization).toContain('SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,');
});

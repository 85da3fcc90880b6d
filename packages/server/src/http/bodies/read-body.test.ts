import { expect, test } from 'vitest';
import { ADMIN_TOKEN, testApp } from '../../../test/support/test-app.ts';

test('a large body arrives completely, with and without content-length', async () => {
    const app = await testApp();
    const features = Array.from({ length: 3_000 }, (_, index) => ({
        name: `flag-${index}`,
        description: '€é🙂'.repeat(20),
    }));
    const unknown = { featureName: 'not-in-the-file', name: 'default' };
    const data = { features, featureStrategies: [unknown] };
    const text = JSON.stringify({ project: 'default', environment: 'development', data });
    const send = async (body: NonNullable<RequestInit['body']>) => {
        const response = await fetch(`${app.url}/api/admin/features-batch/validate`, {
            method: 'POST',
            headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
            body,
            duplex: 'half',
        } as RequestInit);
        return { status: response.status, body: await response.json() };
    };
    const report = { errors: [{ affectedItems: ['not-in-the-file'] }], warnings: [] };

    expect(await send(text)).toMatchObject({ status: 200, body: report });
    expect(await send(new Blob([text]).stream())).toMatchObject({ status: 200, body: report });
});

import { expect, test } from 'vitest';
import { testApp } from '../../test/support/test-app.ts';

test.each([
    ['true', 'max-age=31536000'],
    ['false', null],
])('with SECURE_HEADERS %s the page tells browsers about https: %s', async (setting, header) => {
    const app = await testApp({ environment: { SECURE_HEADERS: setting } });

    const { status, headers } = await app.send('GET', '/', { token: null });

    expect(status).toBe(200);
    expect(headers.get('strict-transport-security')).toBe(header);
});

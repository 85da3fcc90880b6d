import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';

test('an error describes the expected text format in words, not as a pattern', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();
    const P = '/api/admin/projects';
    const safe = "may consist of letters from A to Z, digits and ~ _ . - ! * ' ( ) only, and must not be";
    for (const [path, body, member, description] of [
        [`${P}/default/features`, { name: 'two words' }, 'name', `${safe} "." or ".."`],
        [P, { id: '*', name: 'All' }, 'id', `${safe} ".", ".." or "*"`],
        [P, { name: '  ' }, 'name', 'must not be blank'],
        [
            '/api/admin/environments',
            { name: 'a b', type: 'test' },
            'name',
            'letters from A to Z, digits and ~ _ . - only',
        ],
        [`${P}/default/features/${name}/link`, { url: 'ftp://x' }, 'url', 'begins with http:// or https://'],
        ['/api/admin/user-admin', { email: 'ada', rootRole: 1 }, 'email', 'an e-mail address, such as ada@example.com'],
    ] as const) {
        const { status, body: error } = await app.post(path, body);
        expect(status).toBe(400);
        expect(error.details).toMatchObject([{ path: `/body/${member}` }]);
        expect(error.details[0].message).toContain(description);
    }
});

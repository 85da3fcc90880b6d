import type { RequestOptions, TestApp } from './test-app.ts';

const settings = '/api/admin/scim-settings';
const PATCH = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'] };
const SCIM_JSON = { 'content-type': 'application/scim+json' };

/** Enables SCIM and sends requests as a directory. */
export async function directoryOf(app: TestApp, { manageAdministrators = false } = {}) {
    await app.post(settings, { enabled: true, manageAdministrators });
    const { body } = await app.post(`${settings}/generate-new-token`);
    const as: RequestOptions = { token: `Bearer ${body.token}`, headers: SCIM_JSON };
    const bare: RequestOptions = { token: `Bearer ${body.token}` };
    return {
        token: body.token as string,
        as,
        get: (path: string) => app.get(path, bare),
        post: (path: string, sent: unknown, options: RequestOptions = {}) =>
            app.post(path, sent, { ...as, ...options }),
        put: (path: string, sent: unknown, options: RequestOptions = {}) => app.put(path, sent, { ...as, ...options }),
        patch: (path: string, operations: unknown[], options: RequestOptions = {}) =>
            app.patch(path, { ...PATCH, Operations: operations }, { ...as, ...options }),
        delete: (path: string) => app.delete(path, bare),
    };
}

export type Directory = Awaited<ReturnType<typeof directoryOf>>;

/** Deactivates a managed user through the directory. */
export async function deactivate(app: TestApp, userName: string): Promise<void> {
    const directory = await directoryOf(app);
    const { body: managed } = await directory.post('/scim/v2/Users', { userName });
    await directory.patch(`/scim/v2/Users/${managed.id}`, [{ op: 'replace', path: 'active', value: false }]);
}

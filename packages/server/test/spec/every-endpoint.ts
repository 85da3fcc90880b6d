import { expect, test } from 'vitest';
import { CLIENT_TOKEN, type RequestOptions, type TestApp } from '../support/test-app.ts';

interface Endpoint {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH';
    path: string;
    /** Whether the endpoint accepts a body. */
    body?: boolean;
    /** The required permission, if a viewer lacks it. */
    permission?: string;
}

/** The rules of the specification for every endpoint: rejected callers and rejected bodies. */
export function answersLikeEveryEndpoint(
    shared: () => { app: TestApp; viewer: RequestOptions },
    { method, path, body = false, permission }: Endpoint,
) {
    const send = (options: RequestOptions & { rawBody?: string }) =>
        shared().app.send(method, `/api/admin/${path}`, {
            ...options,
            headers: { ...(body && { 'content-type': 'application/json' }), ...options.headers },
            ...(body && { rawBody: options.rawBody ?? '{}' }),
        });

    test(`${method} ${path} without authorization returns 401`, async () => {
        expect(await send({ token: null })).toMatchObject({ status: 401, body: { name: 'AuthenticationRequired' } });
    });

    test(`${method} ${path} with an unknown token returns 401`, async () => {
        expect(await send({ token: '*:*.made-up' })).toMatchObject({
            status: 401,
            body: { name: 'AuthenticationRequired' },
        });
    });

    test(`${method} ${path} with an SDK token returns 403`, async () => {
        expect(await send({ token: CLIENT_TOKEN })).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
    });

    if (permission) {
        test(`${method} ${path} without the permission ${permission} returns 403, and the message names it`, async () => {
            const response = await send(shared().viewer);

            expect(response).toMatchObject({ status: 403, body: { name: 'NoAccessError' } });
            expect(response.body.message).toContain(permission);
        });
    }

    if (body) {
        test(`${method} ${path} accepts only application/json: 415`, async () => {
            expect(await send({ headers: { 'content-type': 'text/plain' } })).toMatchObject({
                status: 415,
                body: { name: 'ContentTypeerror' },
            });
        });

        test(`${method} ${path} with a body that does not match the schema returns 400`, async () => {
            expect(await send({ rawBody: '"text"' })).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
        });
    }
}

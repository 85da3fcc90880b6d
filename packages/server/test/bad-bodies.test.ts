import { describe, expect, test } from 'vitest';
import { checkItems, compileOuterValidator } from '../src/http/bodies/long-bodies.ts';
import { BODY_LIMIT } from '../src/http/pipeline/request-body.ts';
import { compileValidator } from '../src/http/route/compile.ts';
import { isOfAdministration, type Route, statusesOf } from '../src/http/route/route.ts';
import { invalidRequest, toErrorResponse } from '../src/http/server/errors.ts';
import { errorShape, JSON_TYPE, unlimitedApp } from './support/bad-input.ts';
import { addressOf, isValid, type Mutant, mutantsOf, type Schema, sampleOf } from './support/samples.ts';

// The test cases are the routes, so the app starts before the tests are listed.
const app = await unlimitedApp();
const withBody = app.routes
    .filter(({ path, body }) => isOfAdministration(path) && body !== undefined)
    .map((route) => ({ ...route, name: `${route.method} ${route.path}` }));

test('at least one route is tested', () => {
    expect(withBody.length).toBeGreaterThan(30);
});

/** Validates a body in the same way as the route, without HTTP, and returns the response to an invalid one. */
async function rejectionOf({ body: schema, bodyLimit = BODY_LIMIT }: Route, body: unknown) {
    const isLong = bodyLimit > BODY_LIMIT;
    const validate = (isLong ? compileOuterValidator : compileValidator)({ schema, httpPart: 'body' });
    if (!validate(body)) return toErrorResponse(invalidRequest(validate.errors![0]!, 'body'));
    return isLong
        ? checkItems(schema!, body).then(
              () => undefined,
              (error: unknown) => toErrorResponse(error),
          )
        : undefined;
}

const sentBefore = new WeakMap<Schema, Set<string>>();

/** Many routes contain the same strategies and constraints: each violation of a shared schema is sent once. */
function isFirst({ violated, how }: Mutant): boolean {
    const known = sentBefore.get(violated) ?? new Set();
    const isNew = !known.has(how);
    sentBefore.set(violated, known.add(how));
    return isNew;
}

describe.each(withBody)('$name', (route) => {
    // The schema of a route is JSON Schema.
    const schema = route.body as Schema;
    const path = addressOf(route, { projectId: 'default', environment: 'development' });
    const send = (rawBody: string, headers: Record<string, string> = JSON_TYPE) =>
        app.send(route.method, path, { rawBody, headers });

    // Some bodies have hundreds of invalid variants.
    test('rejects every body that violates its schema, names the member, and changes nothing', {
        timeout: 120_000,
    }, async () => {
        const before = await app.revision();
        const mutants = [...mutantsOf(schema)];

        for (const [index, mutant] of mutants.entries()) {
            const rawBody = JSON.stringify(mutant.body);
            const isTooLarge = rawBody.length > (route.bodyLimit ?? BODY_LIMIT);
            const isSent = isFirst(mutant) || index === 0 || isTooLarge;
            const response = isSent ? await send(rawBody) : await rejectionOf(route, JSON.parse(rawBody));

            const what = `${mutant.what}: ${rawBody.slice(0, 200)} answered ${JSON.stringify(response?.body)}`;
            expect(response?.status, what).toBe(isTooLarge ? 413 : 400);
            expect(statusesOf(route), what).toContain(response!.status);
            expect(response!.body, what).toMatchObject(errorShape);
            if (isTooLarge) continue;
            expect(response!.body.name, what).toBe('ValidationError');
            expect(response!.body.message, what).toContain(mutant.member);
        }
        expect(mutants.length).toBeGreaterThan(0);
        expect(await app.revision()).toBe(before);
    });

    test('rejects a body that is not JSON', async () => {
        const before = await app.revision();

        expect(await send('{"half": ')).toMatchObject({
            status: 400,
            body: { ...errorShape, name: 'ValidationError' },
        });
        expect(await send('')).toMatchObject({ status: 400, body: { ...errorShape, name: 'ValidationError' } });
        expect(await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
            status: 415,
            body: { ...errorShape, name: 'ContentTypeerror' },
        });
        expect(await app.revision()).toBe(before);
    });

    test('has a sample that its schema accepts', () => {
        expect(isValid(schema, sampleOf(schema)), JSON.stringify(sampleOf(schema))).toBe(true);
    });
});

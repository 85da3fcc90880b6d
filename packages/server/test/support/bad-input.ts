import { expect } from 'vitest';
import { testApp } from './test-app.ts';

/** An app of the test file that accepts any number of invalid requests. */
export const unlimitedApp = () =>
    testApp({
        until: 'file',
        environment: { SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000000', CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000000' },
    });

export const JSON_TYPE = { 'content-type': 'application/json' };

export const errorShape = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: expect.stringMatching(/\S/),
    message: expect.stringMatching(/\S/),
    details: [expect.objectContaining({ message: expect.stringMatching(/\S/) })],
};

import { expect, test } from 'vitest';
import { switchCommandIn } from './switch-command.ts';

test.each([
    ['turn off checkout', { enabled: false, flag: 'checkout', environment: '' }],
    ['Turn OFF checkout in production', { enabled: false, flag: 'checkout', environment: 'production' }],
    ['switch on checkout in ', { enabled: true, flag: 'checkout', environment: '' }],
    ['kill checkout', { enabled: false, flag: 'checkout', environment: '' }],
    ['disable checkout in prod', { enabled: false, flag: 'checkout', environment: 'prod' }],
    ['enable in in in', { enabled: true, flag: 'in', environment: 'in' }],
])('%j is a command', (query, command) => {
    expect(switchCommandIn(query)).toEqual(command);
});

test.each(['', 'turn', 'turn off', 'turn off ', 'turn-off checkout', 'killer checkout', 'turn off a b'])(
    '%j is not a command',
    (query) => {
        expect(switchCommandIn(query)).toBeUndefined();
    },
);

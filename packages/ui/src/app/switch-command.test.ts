import { expect, test } from 'vitest';
import { switchCommandIn } from './switch-command.ts';

test.each([
    ['turn off checkout', { enabled: false, flag: 'checkout', environment: '' }],
    ['Turn OFF checkout in production', { enabled: false, flag: 'checkout', environment: 'production' }],
    ['switch on checkout in ', { enabled: true, flag: 'checkout', environment: '' }],
    ['kill checkout', { enabled: false, flag: 'checkout', environment: '' }],
    ['disable checkout in prod', { enabled: false, flag: 'checkout', environment: 'prod' }],
    ['enable in in in', { enabled: true, flag: 'in', environment: 'in' }],
    ['schedule checkout', { enabled: undefined, flag: 'checkout', environment: '', isScheduled: true }],
    [
        'schedule turning on checkout in prod',
        { enabled: true, flag: 'checkout', environment: 'prod', isScheduled: true },
    ],
])('%j is a command', (query, command) => {
    expect(switchCommandIn(query)).toEqual({ isScheduled: false, ...command });
});

test.each([
    '',
    'schedule',
    'schedule turn off',
    'schedule a change of',
    'checkout',
    'turn',
    'turn off',
    'turn off ',
    'turn-off checkout',
    'killer checkout',
    'turn off a b',
])('%j is not a command', (query) => {
    expect(switchCommandIn(query)).toBeUndefined();
});

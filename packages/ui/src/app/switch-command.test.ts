import { expect, test } from 'vitest';
import { isAbout, switchCommandIn } from './switch-command.ts';

const ENVIRONMENTS = ['development', 'production'];

test.each([
    ['turn off checkout', { enabled: false, words: ['checkout'] }],
    ['Turn OFF Checkout in production', { enabled: false, words: ['checkout'], environment: 'production' }],
    ['switch on checkout in ', { enabled: true, words: ['checkout'] }],
    ['kill checkout', { enabled: false, words: ['checkout'] }],
    ['disable checkout in prod', { enabled: false, words: ['checkout'], environment: 'prod' }],
    ['enable in in in', { enabled: true, words: ['in'], environment: 'in' }],
    ['schedule checkout', { enabled: undefined, words: ['checkout'], isScheduled: true }],
    [
        'schedule turning on checkout in prod',
        { enabled: true, words: ['checkout'], environment: 'prod', isScheduled: true },
    ],
    ['off gift', { enabled: false, words: ['gift'] }],
    ['gift off', { enabled: false, words: ['gift'] }],
    ['stop promo', { enabled: false, words: ['promo'] }],
    ['ranking off', { enabled: false, words: ['ranking'] }],
    ['turn the flag new ranking off', { enabled: false, words: ['new', 'ranking'] }],
    ['prod gift off', { enabled: false, words: ['gift'], environment: 'prod' }],
    ['off gift cards production', { enabled: false, words: ['gift', 'cards'], environment: 'production' }],
    // A single name is always the flag.
    ['off production', { enabled: false, words: ['production'] }],
    ['turn on on-call', { enabled: true, words: ['on-call'] }],
    ['off on', { enabled: false, words: ['on'] }],
])('%j is a command', (query, command) => {
    expect(switchCommandIn(query, ENVIRONMENTS)).toMatchObject({ environment: '', isScheduled: false, ...command });
});

test.each([
    '',
    'schedule',
    'schedule turn off',
    'checkout',
    'turn',
    'turn off',
    'turn off ',
    'turn-off checkout',
    'killer app',
])('%j is not a command', (query) => {
    expect(switchCommandIn(query, ENVIRONMENTS)).toBeUndefined();
});

test.each([
    ['off gift', 'gift-cards', true],
    ['off gift', 'gift-office', true],
    ['off cards gift', 'gift-cards', true],
    ['off cards gift', 'gift-wrap', false],
    // These search for flags of that name.
    ['on call', 'on-call', false],
    ['stop words', 'search.stop-words', false],
    ['turn on call', 'on-call', true],
    ['kill kill-switch', 'kill-switch', true],
])('%j is about the flag %j: %j', (query, name, isExpected) => {
    expect(isAbout(switchCommandIn(query)!, { name })).toBe(isExpected);
});

import { expect, test } from 'vitest';
import { headersOf } from './write-mode.ts';

test('a write mode becomes headers with UTF-8 text in a single line', () => {
    expect(headersOf({})).toEqual({});
    expect(headersOf({ proposesTo: 'new' })).toEqual({ prefer: 'change-request=new' });
    expect(headersOf({ proposesTo: 41, isTried: true })).toEqual({ prefer: 'what-if, change-request=41' });
    const { 'change-reason': reason = '' } = headersOf({ reason: 'Für später:\n 昨日' });
    expect(Buffer.from(reason, 'latin1').toString('utf8')).toBe('Für später: 昨日');
});

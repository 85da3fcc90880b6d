import { expect, test } from 'vitest';
import { sentDocument } from './sent-document.ts';

test('JSON is sent as a value, YAML as text', () => {
    expect(sentDocument('{"flags": []}')).toEqual({ flags: [] });
    expect(sentDocument('flags: []')).toBe('flags: []');
});

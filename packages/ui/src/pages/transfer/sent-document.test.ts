import { expect, test } from 'vitest';
import { sentDocument } from './sent-document.ts';

test('JSON is sent as the value that it says, and YAML as the text that it is', () => {
    expect(sentDocument('{"flags": []}')).toEqual({ flags: [] });
    expect(sentDocument('flags: []')).toBe('flags: []');
});

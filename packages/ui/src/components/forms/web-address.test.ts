import { expect, test } from 'vitest';
import { isWebAddress } from './web-address.ts';

test.each([
    'https://tickets.example/HAL-1',
    'http://localhost:3000',
    'HTTPS://UPPER.example',
    ' https://padded.example ',
])('%j is a safe link', (address) => {
    expect(isWebAddress(address)).toBe(true);
});

test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0000javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'tickets.example/HAL-1',
    '//tickets.example',
    '',
    null,
    undefined,
])('%j is not a safe link', (address) => {
    expect(isWebAddress(address)).toBe(false);
});

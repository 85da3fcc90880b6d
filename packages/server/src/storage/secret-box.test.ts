import { expect, test } from 'vitest';
import { CannotOpen, SecretBox } from './secret-box.ts';

const KEY = 'a key of the tests, long enough for anyone';
const OTHER = 'another key of the tests, as long as the other';
const box = new SecretBox([KEY]);

test('an encrypted text is decrypted with the same key, and its ciphertext differs each time', () => {
    const sealed = box.seal('sécret 🔑');

    expect(sealed).toMatch(/^sealed:v1:[\w-]+$/);
    expect(box.seal('sécret 🔑')).not.toBe(sealed);
    expect(new SecretBox([KEY]).open(sealed)).toBe('sécret 🔑');
});

test('without a key texts are stored as plain text, and can still be read after a key is added', () => {
    expect(new SecretBox([]).seal('secret')).toBe('secret');
    expect(box.open('secret')).toBe('secret');
});

test('a secret that looks encrypted is rejected', () => {
    expect(() => new SecretBox([]).seal('sealed:v1:abc')).toThrow(/cannot begin with/);
    expect(box.open(box.seal('sealed:v1:abc'))).toBe('sealed:v1:abc');
});

test('an empty text stays empty', () => {
    expect(box.seal('')).toBe('');
    expect(box.open('')).toBe('');
    expect(box.isUpToDate('')).toBe(true);
});

test('with a new key before the old one, the old key decrypts and the new key encrypts', () => {
    const both = new SecretBox([OTHER, KEY]);
    const old = box.seal('secret');

    expect(both.open(old)).toBe('secret');
    expect(both.isUpToDate(old)).toBe(false);
    expect(new SecretBox([OTHER]).open(both.seal('secret'))).toBe('secret');
});

test.each([
    ['another key', box.seal('secret'), [OTHER]],
    ['no key', box.seal('secret'), []],
    ['a text that was cut', box.seal('secret').slice(0, 20), [KEY]],
    ['a text that was changed', box.seal('secret').replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')), [KEY]],
])('decryption fails with %s', (_what, sealed, keys) => {
    expect(() => new SecretBox(keys).open(sealed)).toThrow(CannotOpen);
    expect(new SecretBox(keys).isUpToDate(sealed)).toBe(false);
});

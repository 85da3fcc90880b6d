import fc from 'fast-check';

/** Words for generated documents: few, so that rules overlap, and difficult ones. */
export const attribute = fc.constantFrom('country', 'plan', 'email');
export const word = fc.constantFrom('NO', 'SE', 'no', 'pro', 'team', 'a@b.c', '@b.c', ' spaced ', 'x+y', '7', 'å');
export const words = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
export const userIds = fc.uniqueArray(fc.constantFrom('user-1', 'user-2', 'id-0', 'id-7919', 'alice'), {
    minLength: 1,
    maxLength: 3,
});
export const figure = fc.constantFrom(-1, 0, 1, 2.5, 18, 100);
export const pattern = fc.constantFrom('^N', 'O$', '[a-z]+@', '^(NO|SE)$', 'p.o', '\\d+');
/** Shares that add up to 100. */
export const shares = (parts: number): fc.Arbitrary<number[]> =>
    fc.array(fc.constantFrom(0, 1, 5, 10, 33), { minLength: parts - 1, maxLength: parts - 1 }).map((first) => {
        let left = 100;
        const bounded = first.map((each) => {
            const share = Math.min(each, left);
            left -= share;
            return share;
        });
        return [...bounded, left];
    });

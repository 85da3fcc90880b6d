/** `new-checkout`, `newCheckout`, `NEW_CHECKOUT` and `Qa_Updates` in words of lower case. */
export const wordsOf = (name: string) =>
    name
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
        .split(/[^A-Za-z0-9]+/)
        .filter((word) => word !== '')
        .map((word) => word.toLowerCase());

/** One word is in every text: an alias has at least two, or another letter case than is usual. */
export const isDistinct = (alias: string) => alias.length >= 5 && (wordsOf(alias).length > 1 || /^[A-Z]/.test(alias));

/** Whether one can see of which flag a word speaks. */
export function tellsOf(symbol: string, flag: string): boolean {
    const [alias, name] = [wordsOf(symbol).join(''), wordsOf(flag).join('')];
    return (
        isDistinct(symbol) && name.length >= 5 && (alias.includes(name) || (alias.length >= 8 && name.includes(alias)))
    );
}

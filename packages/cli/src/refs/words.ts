/** Splits `new-checkout`, `newCheckout`, `NEW_CHECKOUT` and `Qa_Updates` into lower-case words. */
export const wordsOf = (name: string) =>
    name
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
        .split(/[^A-Za-z0-9]+/)
        .filter((word) => word !== '')
        .map((word) => word.toLowerCase());

/** Whether an alias is specific enough: at least two words or a capitalised one, because single words occur in every text. */
export const isDistinct = (alias: string) => alias.length >= 5 && (wordsOf(alias).length > 1 || /^[A-Z]/.test(alias));

/** Whether a symbol clearly refers to the flag. */
export function resemblesFlag(symbol: string, flag: string): boolean {
    const [alias, name] = [wordsOf(symbol).join(''), wordsOf(flag).join('')];
    return (
        isDistinct(symbol) && name.length >= 5 && (alias.includes(name) || (alias.length >= 8 && name.includes(alias)))
    );
}

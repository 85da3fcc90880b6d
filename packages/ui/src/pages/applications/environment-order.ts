/** Compares names of environments by the order of the list of environments; deleted ones are last. */
export function environmentOrder(environments: readonly { name: string }[]): (a: string, b: string) => number {
    const positions = new Map(environments.map(({ name }, index) => [name, index]));
    const position = (name: string) => positions.get(name) ?? environments.length;
    return (a, b) => position(a) - position(b) || (a < b ? -1 : 1);
}

/** For what is nearly always there already: the few who come too early wait, and the others do not wait for a promise. */
export const thenMaybe = <T, R>(value: T | Promise<T>, use: (value: T) => R): R | Promise<Awaited<R>> =>
    // `then` takes a promise that `use` returns apart.
    value instanceof Promise ? (value.then(use) as Promise<Awaited<R>>) : use(value);

/** Applies `use` to a value that is usually available already, synchronously; only a promise is awaited. */
export const thenMaybe = <T, R>(value: T | Promise<T>, use: (value: T) => R): R | Promise<Awaited<R>> =>
    // `then` unwraps a promise that `use` returns.
    value instanceof Promise ? (value.then(use) as Promise<Awaited<R>>) : use(value);

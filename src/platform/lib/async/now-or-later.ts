/**
 * A value that is often available immediately, such as a cached value. In that case, waiting for a
 * promise would cost more than using the value.
 */
export type NowOrLater<T> = T | Promise<T>

/** Passes the value to `use`, synchronously if it is already available. */
export const andThen = <A, B>(
  value: NowOrLater<A>,
  use: (value: A) => NowOrLater<B>,
): NowOrLater<B> => (value instanceof Promise ? value.then(use) : use(value))

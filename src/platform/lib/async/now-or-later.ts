/**
 * A value that is often there already, such as a cached one. Waiting for a promise would then cost
 * more than using it.
 */
export type NowOrLater<T> = T | Promise<T>

/** Passes the value to `use`, immediately if it is there already. */
export const andThen = <A, B>(
  value: NowOrLater<A>,
  use: (value: A) => NowOrLater<B>,
): NowOrLater<B> => (value instanceof Promise ? value.then(use) : use(value))

/**
 * A value that is often there already, such as a cached one. Waiting for a promise would then cost
 * more than using it.
 */
export type NowOrLater<T> = T | Promise<T>

/** Passes the value to `next`, immediately if it is there already. */
export const andThen = <A, B>(
  value: NowOrLater<A>,
  next: (value: A) => NowOrLater<B>,
): NowOrLater<B> => (value instanceof Promise ? value.then(next) : next(value))

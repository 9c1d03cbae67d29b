/**
 * For values that would delay the start of the program. They are created when they are first used.
 */
export function lazily<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= create())
}

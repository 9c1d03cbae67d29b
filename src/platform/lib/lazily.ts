/**
 * Creates a value when it is first used, because creating it would delay the start of the program.
 */
export function lazily<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= create())
}

/** For values that delay the start of the program: they are created on first use. */
export function lazily<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= create())
}

/** For values that would delay program startup: they are created on first use. */
export function lazily<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= create())
}

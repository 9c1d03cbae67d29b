/** What is done to the same thing is done one after the other; what is done to others, beside it. */
export function oneByOne() {
  const latest = new Map<string, Promise<void>>()

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = latest.get(key)
    latest.set(key, promise)
    await before
    try {
      return await work()
    } finally {
      resolve()
      if (latest.get(key) === promise) latest.delete(key)
    }
  }
}

/**
 * Functions that yield to requests and timers during long work. SQLite responds synchronously, so a
 * chain of statements blocks the event loop from start to end, even if the statements are awaited.
 * Use these functions in code that handles requests and in read-only jobs. In a worker process, the
 * event loop runs before each write anyway.
 */
const maxBlockMs = 3
let since = 0

/**
 * Call this between small steps, even in transactions. It returns almost immediately until the
 * steps have taken a few milliseconds.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - since < maxBlockMs) return
  await new Promise<void>((resolve) => void setImmediate(resolve))
  since = performance.now()
}

/** Iterates over a list in slices, and yields to the event loop after each slice. */
export async function* iterateYielding<Item>(
  all: readonly Item[],
  size = 500,
): AsyncGenerator<Item[]> {
  for (let from = 0; from < all.length; from += size) {
    yield all.slice(from, from + size)
    await yieldToEventLoop()
  }
}

/** Like `toSorted`, but yields to the event loop while it sorts. */
export async function sortYielding<Item>(
  all: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  let runs: Item[][] = []
  for await (const slice of iterateYielding(all)) runs.push(slice.toSorted(compare))
  while (runs.length > 1) {
    const longer: Item[][] = []
    for (let i = 0; i < runs.length; i += 2) {
      longer.push(await merge(runs[i]!, runs[i + 1] ?? [], compare))
    }
    runs = longer
  }
  return runs[0] ?? []
}

async function merge<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  const merged: Item[] = []
  for (let i = 0, k = 0; i < first.length || k < second.length;) {
    const isFirst = k === second.length || (i < first.length && compare(first[i]!, second[k]!) <= 0)
    merged.push(isFirst ? first[i++]! : second[k++]!)
    if (merged.length % 500 === 0) await yieldToEventLoop()
  }
  return merged
}

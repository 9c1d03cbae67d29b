/**
 * Yields to requests and timers during work that never waits: SQLite answers synchronously, so a
 * chain of
 * statements blocks the event loop from its first to its last, awaited or not.
 */
const maxBlockMs = 3
let since = 0

/** Call it between small steps, also in transactions. Cheap until the steps took some milliseconds. */
export async function giveWay(): Promise<void> {
  if (performance.now() - since < maxBlockMs) return
  await new Promise<void>((resolve) => void setImmediate(resolve))
  since = performance.now()
}

/** Iterates over a list in slices and yields to the event loop after each. */
export async function* inSteps<Item>(all: readonly Item[], size = 500): AsyncGenerator<Item[]> {
  for (let from = 0; from < all.length; from += size) {
    yield all.slice(from, from + size)
    await giveWay()
  }
}

/** Like `toSorted`. */
export async function sortInSteps<Item>(
  all: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  let runs: Item[][] = []
  for await (const slice of inSteps(all)) runs.push(slice.toSorted(compare))
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
    if (merged.length % 500 === 0) await giveWay()
  }
  return merged
}

/** Like `Map.groupBy`. */
export async function groupInSteps<Item, Key>(all: readonly Item[], keyOf: (item: Item) => Key) {
  const groups = new Map<Key, Item[]>()
  for await (const slice of inSteps(all)) {
    for (const item of slice) {
      const key = keyOf(item)
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  }
  return groups
}

/**
 * Lets requests and timers have their turn, for work that never waits by itself: SQLite answers at
 * once, so a chain of statements holds the main thread from its first to its last, awaited or not.
 */
const patienceMs = 3
let since = 0

/** Call it between small steps, in transactions too; costs nothing until the steps took some milliseconds. */
export async function giveWay(): Promise<void> {
  if (performance.now() - since < patienceMs) return
  await new Promise<void>((resolve) => void setImmediate(resolve))
  since = performance.now()
}

/** A list of any length, in slices after each of which others have had their turn. */
export async function* inSteps<Item>(all: readonly Item[], size = 500): AsyncGenerator<Item[]> {
  for (let from = 0; from < all.length; from += size) {
    yield all.slice(from, from + size)
    await giveWay()
  }
}

/** Sorted anew, as `toSorted` does it. */
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

/** As `Map.groupBy`, of a list of any length. */
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

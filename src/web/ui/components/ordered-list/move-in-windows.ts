/** Moves an item in a long list that is loaded in pages (windows) of `size` items. */

/**
 * Returns the changed windows by their numbers. Returns none if a window between `from` and `to` is
 * not loaded.
 */
export function moveInWindows<Item>(
  windowAt: (number: number) => readonly Item[] | undefined,
  size: number,
  { from, to }: { from: number; to: number },
): Map<number, Item[]> {
  const first = Math.floor(Math.min(from, to) / size)
  const last = Math.floor(Math.max(from, to) / size)
  const windows = Array.from({ length: last - first + 1 }, (_, step) => windowAt(first + step))
  if (windows.some((items) => items === undefined)) return new Map()
  const all = windows.flatMap((items) => items ?? [])
  const [item] = all.splice(from - first * size, 1)
  if (item === undefined) return new Map()
  all.splice(to - first * size, 0, item)
  return new Map(
    windows.map((_, step) => [first + step, all.slice(step * size, (step + 1) * size)]),
  )
}

/** The list with one item taken out of its place and put into another. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  const others = items.filter((_, position) => position !== from)
  return item === undefined ? others : [...others.slice(0, to), item, ...others.slice(to)]
}

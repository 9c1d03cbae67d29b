/**
 * List order. Users reorder only the items they can see; hidden items keep their positions. Pure.
 */

export interface PlacedItem {
  id: string
  position: number
  isVisible: boolean
}

export const listVisibleIds = (items: readonly PlacedItem[]): string[] =>
  items.filter(({ isVisible }) => isVisible).map(({ id }) => id)

/**
 * Returns all IDs, with the visible ones in the new order. Returns undefined if the new order does
 * not contain each visible ID exactly once.
 */
export function reorderVisible(
  items: readonly PlacedItem[],
  order: readonly string[],
): string[] | undefined {
  const visible = new Set(listVisibleIds(items))
  const isWhole = order.length === visible.size && new Set(order).size === order.length
  if (!isWhole || order.some((id) => !visible.has(id))) return undefined
  let taken = 0
  return items.map(({ id, isVisible }) => (isVisible ? order[taken++]! : id))
}

/** Moves one visible ID to a position, which starts at 1. */
export function moveVisible(visible: readonly string[], id: string, place: number): string[] {
  const others = visible.filter((other) => other !== id)
  return others.toSpliced(place - 1, 0, id)
}

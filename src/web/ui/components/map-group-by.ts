/** Groups items by key. Replaces `Map.groupBy`, which older browsers lack. */
export function grouped<Key, Item>(items: readonly Item[], getKey: (item: Item) => Key) {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = getKey(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

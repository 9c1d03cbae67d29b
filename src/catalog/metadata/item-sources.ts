/**
 * Sources of individual list items, such as a single rating. They are stored with the field
 * sources, as `externalRatings.<key>`. An item that a user removed keeps the source `edited`, so
 * that no provider adds it again.
 */
import type { Field, MetadataState, PartStorage } from './field-table'
import { isSame } from './field-table'
import { edited, getSourceRank } from './source-priority'

type Sources = Readonly<Record<string, string>>
type ItemField = Field & { storage: PartStorage & Required<Pick<PartStorage, 'keyOf'>> }

export const hasItemSources = (field: Field): field is ItemField =>
  typeof field.storage === 'object' && field.storage.keyOf !== undefined

const isOfItem = (field: string, name: string) => name.startsWith(`${field}.`)

/** Returns the sources of a list's items, keyed by item key. */
export const getItemSources = (field: string, sources: Sources): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sources)
      .filter(([name]) => isOfItem(field, name))
      .map(([name, source]) => [name.slice(field.length + 1), source]),
  )

export const replaceItemSources = (
  field: string,
  sources: Sources,
  items: Sources,
): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(sources).filter(([name]) => !isOfItem(field, name))),
  ...Object.fromEntries(Object.entries(items).map(([key, source]) => [`${field}.${key}`, source])),
})

/** Marks added, changed and removed items as edited. */
export function editItemSources(
  field: ItemField,
  sources: Sources,
  { name, before, after }: { name: string; before: unknown; after: unknown },
): Record<string, string> {
  const [old, current] = [indexItems(field, before), indexItems(field, after)]
  const changed = [...new Set([...old.keys(), ...current.keys()])].filter(
    (key) => !isSame(old.get(key), current.get(key)),
  )
  const items = Object.fromEntries(changed.map((key) => [key, edited]))
  return replaceItemSources(name, sources, { ...getItemSources(name, sources), ...items })
}

/**
 * Merges offered items into the stored ones. Keeps items from sources with a higher rank, and
 * removes items that the writer itself added but no longer offers.
 */
export function mergeOfferedItems(
  field: ItemField,
  state: MetadataState,
  {
    name,
    offered,
    source,
    providers,
  }: { name: string; offered: unknown; source: string; providers: readonly string[] },
): { value: unknown[]; sources: Record<string, string> } {
  const items = indexItems(field, state.values[name])
  const itemSources = getItemSources(name, state.sources)
  const wanted = indexItems(field, offered)
  const rank = getSourceRank(source, providers)
  for (const key of items.keys()) {
    if (wanted.has(key) || itemSources[key] !== source) continue
    items.delete(key)
    delete itemSources[key]
  }
  for (const [key, item] of wanted) {
    if (rank < getSourceRank(itemSources[key], providers)) continue
    items.set(key, item)
    itemSources[key] = source
  }
  return {
    value: [...items.values()],
    sources: replaceItemSources(name, state.sources, itemSources),
  }
}

const indexItems = (field: ItemField, items: unknown) =>
  new Map(
    (Array.isArray(items) ? items : []).map(
      (item: unknown) => [field.storage.keyOf(item), item] as const,
    ),
  )

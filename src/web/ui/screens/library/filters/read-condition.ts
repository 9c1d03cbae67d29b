/** Converts a condition back to filters: the inverse of `buildCondition`. Pure. */
import { grouped } from '../../../components/map-group-by'
import {
  buildCondition,
  type Condition,
  type Filters,
  type FilterValue,
  getFacet,
  type Group,
  groups,
} from './filters'
import { type LibrarySearch, readLibrarySearch, writeFilters } from '../library-search'

interface SavedFilter {
  condition: Condition
  query: string | null
  sort: string | null
  libraryId: string | null
}

/**
 * Converts a saved filter to URL state. Conditions that filters cannot express are left to the
 * condition editor.
 */
export function toSearch(
  { condition, query, sort, libraryId }: SavedFilter,
  { library, tab, view }: LibrarySearch,
): LibrarySearch {
  const filters = readCondition(condition, libraryId ?? undefined)
  return readLibrarySearch({
    library,
    tab,
    view,
    ...(filters ? writeFilters(filters) : { rule: withoutLibrary(condition, libraryId) }),
    ...(query && { search: query }),
    ...(sort && { sort }),
  })
}

/** Removes the library from the condition, because the screen adds it. */
function withoutLibrary(condition: Condition, libraryId: string | null): Condition {
  const { allOf } = condition
  if (libraryId === null || !Array.isArray(allOf)) return condition
  const others = (allOf as Condition[]).filter((part) => {
    const test = part['libraryId'] as Condition | undefined
    return !(test && test['operator'] === 'is' && test['value'] === libraryId)
  })
  return others.length === 1 ? others[0]! : { allOf: others }
}

/**
 * Returns the filters that express a condition, or undefined if filters cannot express it, for
 * example because another app created it.
 */
export function readCondition(
  condition: Condition,
  library: string | undefined,
): Filters | undefined {
  const parts: Part[] = []
  for (const part of splitParts(condition)) {
    if (library && isSame(part, { libraryId: { operator: 'is', value: library } })) continue
    const found = readPart(part)
    if (!found) return undefined
    parts.push(found)
  }
  const read: Filters = Object.fromEntries(
    [...grouped(parts, ({ group }) => group)].map(([group, own]) => {
      const values = own.flatMap(({ values: each }) => each)
      const isSeveral = values.filter(({ isNot }) => !isNot).length > 1
      return [group, { isAll: isSeveral && !own.some(({ isAny }) => isAny), values }]
    }),
  )
  return isSame(buildCondition(read, library) ?? {}, condition) ? read : undefined
}

function splitParts(condition: Condition): Condition[] {
  if (Object.keys(condition).length === 0) return []
  const { allOf } = condition
  return Array.isArray(allOf) ? (allOf as Condition[]) : [condition]
}

interface Part {
  group: Group
  isAny: boolean
  values: FilterValue[]
}

function readPart(part: Condition): Part | undefined {
  const { anyOf, not } = part
  if (Array.isArray(anyOf)) {
    const leaves = (anyOf as Condition[]).map((leaf) => readLeaf(leaf, false))
    const [first] = leaves
    const values = leaves.flatMap((leaf) => leaf?.value ?? [])
    return first ? { group: first.group, isAny: true, values } : undefined
  }
  const leaf = isCondition(not) ? readLeaf(not, true) : readLeaf(part, false)
  return leaf && { group: leaf.group, isAny: false, values: [leaf.value] }
}

function readLeaf(leaf: Condition, isNot: boolean) {
  const [[field, test] = []] = Object.entries(leaf)
  const group = groups.find((each) => getFacet(each) === field)
  const value = isCondition(test) ? readTest(test) : undefined
  return group && value !== undefined ? { group, value: { value, isNot } } : undefined
}

function readTest({ operator, value, min, max }: Condition): string | null | undefined {
  if (operator === 'isTrue') return 'yes'
  if (operator === 'isNull') return null
  if (operator === 'between') return `${formatBound(min)}..${formatBound(max)}`
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

const formatBound = (bound: unknown) => (typeof bound === 'number' ? String(bound) : '')

const isCondition = (given: unknown): given is Condition =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

/** Compares regardless of order, because databases may reorder the members of objects. */
const isSame = (one: Condition, other: Condition) => sorted(one) === sorted(other)

const sorted = (condition: Condition) =>
  JSON.stringify(condition, (_, value: unknown) =>
    isCondition(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

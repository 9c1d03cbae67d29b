/** A condition in the form that the editor uses: groups and rows with keys. Pure. */
import { buildTest, type Draft, readDraft } from './condition-drafts'
import { type Condition, isCondition } from './condition-shape'
import { findKnownField, type Target } from './field-kinds'

export type Mode = 'all' | 'any' | 'none'

export interface Row {
  kind: 'row'
  key: number
  field: string
  draft: Draft
}
export interface Group {
  kind: 'group'
  key: number
  mode: Mode
  parts: readonly Part[]
}
/** A part that this version of the interface does not support. It is kept unchanged. */
interface Unknown {
  kind: 'unknown'
  key: number
  condition: Condition
}
export type Part = Row | Group | Unknown

let lastKey = 0
const newKey = () => ++lastKey

/** Server limit on the nesting depth of a condition. */
const maxDepth = 8
const maxParts = 100

export const newRow = (field: string, draft: Draft): Row => ({
  kind: 'row',
  key: newKey(),
  field,
  draft,
})
export const newGroup = (mode: Mode, parts: readonly Part[] = []): Group => ({
  kind: 'group',
  key: newKey(),
  mode,
  parts,
})

/** Converts a condition to a tree. The outermost part is always a group. */
export function readTree(condition: Condition, target: Target): Group {
  if (Object.keys(condition).length === 0) return newGroup('all')
  const part = readPart(condition, target)
  return part.kind === 'group' ? part : newGroup('all', [part])
}

function readPart(condition: Condition, target: Target): Part {
  const [[name, inner] = ['', undefined], ...more] = Object.entries(condition)
  const unknown: Unknown = { kind: 'unknown', key: newKey(), condition }
  if (more.length > 0) return unknown
  if (name === 'allOf') return readGroup('all', inner, target) ?? unknown
  if (name === 'anyOf') return readGroup('any', inner, target) ?? unknown
  if (name === 'not') return readNot(inner, target) ?? unknown
  const field = findKnownField(target, name)
  const draft = field && isCondition(inner) ? readDraft(field, inner) : undefined
  return draft ? newRow(name, draft) : unknown
}

function readGroup(mode: Mode, inner: unknown, target: Target): Group | undefined {
  if (!Array.isArray(inner) || !inner.every(isCondition)) return undefined
  return newGroup(
    mode,
    inner.map((part) => readPart(part, target)),
  )
}

function readNot(inner: unknown, target: Target): Group | undefined {
  if (!isCondition(inner)) return undefined
  const { anyOf } = inner
  return Array.isArray(anyOf)
    ? readGroup('none', anyOf, target)
    : newGroup('none', [readPart(inner, target)])
}

/** Converts a part to a condition. Returns undefined while a value is missing or invalid. */
export function buildTree(part: Part, target: Target): Condition | undefined {
  if (part.kind === 'unknown') return part.condition
  if (part.kind === 'row') {
    const field = findKnownField(target, part.field)
    const test = field && buildTest(field, part.draft)
    return test && { [part.field]: test }
  }
  const parts = part.parts.map((each) => buildTree(each, target))
  const whole = parts.filter((each) => each !== undefined)
  if (whole.length < parts.length) return undefined
  if (part.mode === 'none') return { not: whole.length === 1 ? whole[0] : { anyOf: whole } }
  return part.mode === 'all' ? { allOf: whole } : { anyOf: whole }
}

/** Replaces a part, or removes it if `change` returns undefined. */
export function changePart<Root extends Part>(
  root: Root,
  key: number,
  change: (part: Part) => Part | undefined,
): Root {
  if (root.kind !== 'group') return root
  const parts = root.parts.flatMap((part): Part[] => {
    if (part.key !== key) return [changePart(part, key, change)]
    const next = change(part)
    return next ? [next] : []
  })
  return { ...root, parts }
}

export const addPart = (root: Group, groupKey: number, part: Part): Group =>
  root.key === groupKey
    ? { ...root, parts: [...root.parts, part] }
    : changePart(root, groupKey, (group) =>
        group.kind === 'group' ? { ...group, parts: [...group.parts, part] } : group,
      )

export const setMode = (root: Group, groupKey: number, mode: Mode): Group =>
  root.key === groupKey
    ? { ...root, mode }
    : changePart(root, groupKey, (group) => ({ ...group, mode }) as Group)

/**
 * Moves a part by one position in reading order: past a row, into an adjacent group, or out of its
 * group. Returns undefined at the start and end.
 */
export function movePart(root: Group, key: number, by: -1 | 1): Group | undefined {
  const at = root.parts.findIndex((part) => part.key === key)
  if (at === -1) return moveWithin(root, key, by)
  const neighbor = root.parts[at + by]
  const moved = root.parts[at]!
  if (!neighbor) return undefined
  const others = root.parts.filter((part) => part !== moved)
  if (neighbor.kind !== 'group' || !fits(root, moved, neighbor)) {
    return { ...root, parts: others.toSpliced(at + by, 0, moved) }
  }
  const inside = by === 1 ? [moved, ...neighbor.parts] : [...neighbor.parts, moved]
  return {
    ...root,
    parts: others.map((part) => (part === neighbor ? { ...neighbor, parts: inside } : part)),
  }
}

function moveWithin(root: Group, key: number, by: -1 | 1): Group | undefined {
  for (const [place, group] of root.parts.entries()) {
    if (group.kind !== 'group' || !contains(group, key)) continue
    const next = movePart(group, key, by)
    if (next) return { ...root, parts: root.parts.with(place, next) }
    const moved = group.parts.find((part) => part.key === key)
    if (!moved) return undefined
    const rest = { ...group, parts: group.parts.filter((part) => part !== moved) }
    const both = by === 1 ? [rest, moved] : [moved, rest]
    return { ...root, parts: root.parts.toSpliced(place, 1, ...both) }
  }
  return undefined
}

const contains = (part: Part, key: number): boolean =>
  part.key === key || (part.kind === 'group' && part.parts.some((each) => contains(each, key)))

const levelsOf = (mode: Mode) => (mode === 'none' ? 2 : 1)

/** Returns the number of levels in a part, as the server counts them. */
const getHeight = (part: Part): number =>
  part.kind === 'group'
    ? levelsOf(part.mode) + Math.max(1, ...part.parts.map(getHeight))
    : part.kind === 'row'
      ? 1
      : 2

/**
 * Returns whether the nesting stays within the limit. Groups around `root` are not counted, so the
 * server may still reject the condition.
 */
const fits = (root: Group, moved: Part, group: Group) =>
  levelsOf(root.mode) + levelsOf(group.mode) + getHeight(moved) <= maxDepth

export const canNest = (depth: number) => depth + 2 <= maxDepth
export const deeper = (depth: number, { mode }: Group) => depth + levelsOf(mode)

const countParts = (part: Part): number =>
  part.kind === 'group' ? part.parts.reduce((sum, each) => sum + countParts(each), 1) : 1
export const isFull = (root: Group) => countParts(root) >= maxParts

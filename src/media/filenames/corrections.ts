/**
 * Applies parsing rules. A pattern is plain text or contains `*` and `?`. It is never run as a
 * regular expression, so no pattern can cause a hang. Pure.
 */
import type { Explanation, NameField, ParsedName } from './filenames'

export interface NameRule extends RulePattern {
  /** Identifies the rule in explanations. */
  id: string
  change: NameChange
}

/** The names that a rule applies to. */
export interface RulePattern {
  /**
   * `text` and `glob` compare the whole name and ignore case. In `glob`, `*` matches any text and
   * `?` any single character.
   */
  match: 'text' | 'glob'
  pattern: string
  /** Compared with the file name, the folder name, or the path consisting of both. */
  on: 'file' | 'folder' | 'path'
}

/** Changes the values of a name. Fields that are absent here keep their values. */
interface NameChange {
  /** Fixed values, where null removes a value. */
  set?: Partial<Pick<ParsedName, SettableField>>
  /** Added to the parsed numbers. Ranges are shifted as a whole. */
  offset?: { volume?: number; chapter?: number }
  /** Treats the parsed number as a volume or a chapter. */
  countAs?: 'volume' | 'chapter'
  /**
   * Requires `set.series`. Books in all folders whose rules set this series form a single series.
   */
  acrossFolders?: boolean
}

type SettableField =
  | 'series'
  | 'title'
  | 'volume'
  | 'volumeEnd'
  | 'chapter'
  | 'chapterEnd'
  | 'year'
  | 'special'
  | 'edition'

/** A file name and its folder, as stored on disk. */
export interface NamePlace {
  fileName: string
  folderName: string
}

export const maxRules = 1000
const maxPattern = 500
const maxText = 1500

/** Applies rules in order. Later rules see the changes made by earlier ones. */
export function applyRules(
  rules: readonly NameRule[],
  place: NamePlace,
  parsed: ParsedName,
): ParsedName {
  return rules
    .slice(0, maxRules)
    .filter((rule) => matchesPlace(rule, place))
    .reduce((name, rule) => applyChange(name, rule), parsed)
}

export function matchesPlace(
  { match, pattern, on }: RulePattern,
  { fileName, folderName }: NamePlace,
): boolean {
  const text = { file: fileName, folder: folderName, path: `${folderName}/${fileName}` }[on]
  const [bounded, wanted] = [normalizePath(text, maxText), normalizePath(pattern, maxPattern)]
  return match === 'text' ? bounded === wanted : matchesGlob(wanted, bounded)
}

/**
 * Normalizes text for comparison by limiting its length, converting it to lowercase and composing
 * accents.
 */
const normalizePath = (text: string, max: number) =>
  text.slice(0, max).normalize('NFC').toLowerCase()

/**
 * Backtracks only to the last star, so the number of steps is at most pattern length × text length.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let [at, position, star, kept] = [0, 0, -1, 0]
  while (position < text.length) {
    if (pattern[at] === '*') {
      star = at++
      kept = position
    } else if (pattern[at] === '?' || pattern[at] === text[position]) {
      at++
      position++
    } else if (star >= 0) {
      at = star + 1
      position = ++kept
    } else return false
  }
  return /^\**$/.test(pattern.slice(at))
}

function applyChange(name: ParsedName, rule: NameRule): ParsedName {
  const { set, offset, countAs } = rule.change
  const swapped = countAs ? { ...name, ...replaceNumbers(name, countAs) } : name
  const moved = offset ? { ...swapped, ...shiftNumbers(swapped, offset) } : swapped
  const result = { ...moved, ...set }
  return { ...result, explain: explainChange(name, result, rule) }
}

/** Moves the number to the field `countAs` if that field is not set. */
function replaceNumbers(name: ParsedName, countAs: 'volume' | 'chapter'): Partial<ParsedName> {
  const { volume, volumeEnd, chapter, chapterEnd } = name
  if (countAs === 'volume' && volume === null) {
    return { volume: chapter, volumeEnd: chapterEnd, chapter: null, chapterEnd: null }
  }
  if (countAs === 'chapter' && chapter === null) {
    return { chapter: volume, chapterEnd: volumeEnd, volume: null, volumeEnd: null }
  }
  return {}
}

function shiftNumbers(
  { volume, volumeEnd, chapter, chapterEnd }: ParsedName,
  offset: { volume?: number; chapter?: number },
): Partial<ParsedName> {
  return {
    volume: addOffset(volume, offset.volume),
    volumeEnd: addOffset(volumeEnd, offset.volume),
    chapter: addOffset(chapter, offset.chapter),
    chapterEnd: addOffset(chapterEnd, offset.chapter),
  }
}

/** Avoids binary rounding errors, so that 12.1 + 100 is 112.1. */
const addOffset = (value: number | null, offset = 0) =>
  value === null ? null : Number((value + offset).toFixed(4))

const settable: readonly SettableField[] = [
  'series',
  'title',
  'volume',
  'volumeEnd',
  'chapter',
  'chapterEnd',
  'year',
  'special',
  'edition',
]

/**
 * Finds the explanation of a field that a rule has set. Returns undefined if no rule has set it.
 */
export const findCorrection = (
  { explain }: ParsedName,
  field: NameField,
): Explanation | undefined => explain.find((one) => one.field === field && one.by !== undefined)

/** Replaces the explanations of the fields that the rule set or changed. */
function explainChange(before: ParsedName, after: ParsedName, rule: NameRule): Explanation[] {
  const isSet = (field: SettableField) => rule.change.set?.[field] !== undefined
  const fields = new Set<NameField>(
    settable.filter((field) => isSet(field) || before[field] !== after[field]),
  )
  const kept = before.explain.filter(({ field }) => !fields.has(field))
  const own = [...fields].map((field) => ({
    field,
    value: after[field],
    rule: `correction ${rule.id}`,
    by: rule.id,
    source: rule.on === 'folder' ? ('folder' as const) : ('file' as const),
    text: rule.pattern,
  }))
  return [...kept, ...own]
}

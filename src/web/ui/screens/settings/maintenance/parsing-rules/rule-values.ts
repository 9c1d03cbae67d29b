/** Converts a parsing rule to values of the form and back. Pure. */
import type { Schemas } from '../../../../api/client'

type Rule = Schemas['NameRule']

export const valueNames = ['series', 'title', 'volume', 'chapter', 'year', 'edition'] as const
export type ValueName = (typeof valueNames)[number]

export interface DraftRule {
  match: Rule['match']
  on: Rule['on']
  pattern: string
  /** An empty value means unchanged. `-` removes the value, unless it is the series or title. */
  values: Record<ValueName, string>
  countAs: '' | 'volume' | 'chapter'
  acrossFolders: boolean
}

const removedMark = '-'
const numbers: ReadonlySet<string> = new Set(['volume', 'chapter', 'year'])

export function toDraft({ match, on, pattern, change }: Rule): DraftRule {
  const { set = {}, countAs, acrossFolders } = change
  const written = (name: ValueName) => (set[name] === null ? removedMark : String(set[name] ?? ''))
  const values = Object.fromEntries(valueNames.map((name) => [name, written(name)]))
  return {
    match,
    on,
    pattern,
    values: values as DraftRule['values'],
    countAs: countAs ?? '',
    acrossFolders: acrossFolders ?? false,
  }
}

/**
 * Returns undefined if the rule has no effect, its pattern is empty or a number is invalid. Keeps
 * the offset, for which there is no field.
 */
export function buildRuleFromValues(
  { match, on, pattern, values, countAs, acrossFolders }: DraftRule,
  { change: { offset } }: Pick<Rule, 'change'>,
): Required<Schemas['NameRulePatch']> | undefined {
  const set = Object.fromEntries(
    valueNames.flatMap((name) => {
      const text = values[name].trim()
      return text === '' ? [] : [[name, valueOf(name, text)]]
    }),
  )
  const hasNonsense = Object.values(set).some((value) => Number.isNaN(value))
  const change = {
    ...(Object.keys(set).length > 0 && { set }),
    ...(offset && { offset }),
    ...(countAs && { countAs }),
    ...(acrossFolders && values.series.trim() !== '' && { acrossFolders }),
  }
  if (hasNonsense || pattern.trim() === '' || Object.keys(change).length === 0) return undefined
  return { match, on, pattern, change }
}

function valueOf(name: ValueName, text: string) {
  // The series and title cannot be removed, because every book has both.
  if (text === removedMark && name !== 'series' && name !== 'title') return null
  return numbers.has(name) ? Number(text) : text
}

/**
 * User-defined regular expressions. The engine runs in time linear in pattern × text, so no pattern
 * can hang a scan. The size of patterns is also limited. Lookahead and backreferences are not
 * supported.
 */
import { RE2JS } from 're2js'
import { valueMessages } from '../../platform/messages/common'
import { namingSettingMessages } from './messages'
import { type Message, renderMessage } from '../../platform/messages/message'

const maxPattern = 500
/** Maximum number of compiled steps. Typical patterns have a few dozen. */
const maxSteps = 1000
const maxText = 1000

/** Matched groups by name. The first group is also stored as `1`. */
export type Groups = Readonly<Record<string, string>>

export interface Pattern {
  /** Returns undefined if the text does not match. */
  find(text: string): Groups | undefined
}

export class PatternError extends Error {
  override name = 'PatternError'
  readonly userMessage: Message

  constructor(userMessage: Message) {
    super(renderMessage(userMessage))
    this.userMessage = userMessage
  }
}

/** Throws a `PatternError` with a user-facing explanation. */
export function compilePattern(source: string): Pattern {
  const compiled = getCompiled(source)
  const names = Object.keys(compiled.namedGroups())
  return {
    find(text) {
      const matcher = compiled.matcher(text.slice(0, maxText).toWellFormed())
      if (!matcher.find()) return undefined
      const matched = names.map((name) => [name, matcher.group(name)])
      if (compiled.groupCount() > 0) matched.push(['1', matcher.group(1)])
      return Object.fromEntries(matched.filter(([, value]) => typeof value === 'string'))
    },
  }
}

/** Lists the names of a pattern's groups. */
export const listGroupNames = (source: string) => Object.keys(getCompiled(source).namedGroups())

function getCompiled(source: string): RE2JS {
  if (source.length > maxPattern) {
    throw new PatternError(valueMessages.max_length({ max: maxPattern }))
  }
  const compiled = compileOrThrow(source)
  if (compiled.programSize() <= maxSteps) return compiled
  throw new PatternError(namingSettingMessages.pattern_too_complex())
}

function compileOrThrow(source: string): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const reason = error.message.replace(/^error parsing regexp: /, '')
    throw new PatternError(namingSettingMessages.pattern_invalid({ reason }))
  }
}

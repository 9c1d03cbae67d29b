import { redactCredentials } from '../../lib/redact-credentials'
import { type OptionKey, getOption } from '../model'
import type { Parsed } from '../option'
import type { Problem } from '../config-error'

/**
 * The value of a setting from one source. `undefined` resets the values from sources of lower
 * priority.
 */
export interface SourceValue {
  readonly value: unknown
  readonly source: string
}

/** All values of one source: a file, the environment or the command line. */
export interface Layer {
  readonly values: Map<OptionKey, SourceValue>
  readonly problems: Problem[]
  readonly warnings: Problem[]
}

export const createLayer = (): Layer => ({ values: new Map(), problems: [], warnings: [] })

/** Raw text, its location and the base folder for its relative paths. */
export interface SourceText {
  readonly text: string | readonly string[]
  readonly source: string
  readonly folder: string
}

/** Parses text and adds it to the layer, as a value or as a problem. */
export function addText(layer: Layer, key: OptionKey, { text, source, folder }: SourceText): void {
  const option = getOption(key)
  const parsed: Parsed<unknown> | undefined =
    typeof text === 'string' ? option.parse(text, folder) : option.parseList?.(text)
  if (parsed === undefined) {
    layer.problems.push({ source, message: `${key} must be a single value, not a list` })
    return
  }
  if ('error' in parsed) {
    const shown = option.secret ? '' : `, not ${quote(text)}`
    layer.problems.push({ source, message: `${key} ${parsed.error}${shown}` })
    return
  }
  layer.values.set(key, { value: parsed.value, source })
}

const maxQuotedLength = 60

/** Quotes text for a message, shortened and without control characters or credentials. */
export function quote(text: string | readonly string[]): string {
  const scrubbed = redactCredentials([text].flat().join(', ')).replace(/\p{Cc}/gu, ' ')
  const cut =
    scrubbed.length > maxQuotedLength ? `${scrubbed.slice(0, maxQuotedLength)}…` : scrubbed
  return `"${cut}"`
}

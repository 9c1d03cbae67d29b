import { scrub } from '../lib/scrub'
import { type OptionKey, optionOf } from './model'
import type { Parsed } from './option'
import type { Problem } from './problem'

/** What one source gave for one key. `undefined` takes the value of the sources below away. */
export interface Given {
  readonly value: unknown
  readonly source: string
}

/** What one source gave: a file, the environment or the command line. */
export interface Layer {
  readonly given: Map<OptionKey, Given>
  readonly problems: Problem[]
  readonly warnings: Problem[]
}

export const emptyLayer = (): Layer => ({ given: new Map(), problems: [], warnings: [] })

/** A text as somebody wrote it, with where it stands and where its relative paths start. */
export interface Written {
  readonly text: string | readonly string[]
  readonly source: string
  readonly folder: string
}

/** Reads a text by the option of its key into the layer, as a value or as a problem. */
export function take(layer: Layer, key: OptionKey, { text, source, folder }: Written): void {
  const option = optionOf(key)
  const parsed: Parsed<unknown> | undefined =
    typeof text === 'string' ? option.parse(text, folder) : option.parseList?.(text)
  if (parsed === undefined) {
    layer.problems.push({ source, message: `${key} must be a single value, not a list` })
    return
  }
  if ('wrong' in parsed) {
    const shown = option.secret ? '' : `, not ${quote(text)}`
    layer.problems.push({ source, message: `${key} ${parsed.wrong}${shown}` })
    return
  }
  layer.given.set(key, { value: parsed.value, source })
  if (holdsPlaceholder(text)) {
    layer.warnings.push({
      source,
      message: `${key} holds a placeholder of the form \${...}, which is not replaced but taken literally. Use an environment variable or service.local.yaml instead`,
    })
  }
}

function holdsPlaceholder(text: string | readonly string[]): boolean {
  return [text].flat().some((part) => /\$\{[^}]*\}/.test(part))
}

const maxQuotedLength = 60

/** A text in quotes for a message: cut, without control characters and without credentials. */
export function quote(text: string | readonly string[]): string {
  const scrubbed = scrub([text].flat().join(', ')).replace(/\p{Cc}/gu, ' ')
  const cut =
    scrubbed.length > maxQuotedLength ? `${scrubbed.slice(0, maxQuotedLength)}…` : scrubbed
  return `"${cut}"`
}

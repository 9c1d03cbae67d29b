import type { TextRange } from './find-in-texts'

const contextLength = 50
/**
 * Limit in characters, because collapsing the whitespace of a whole long text node for each match
 * would be slow.
 */
const maxRead = 1000

/** Returns the match with the surrounding text from the same text nodes. */
export function quoteRange(texts: readonly string[], { start, end }: TextRange) {
  const read = (index: number) => texts[index] ?? ''
  const before = collapse(
    read(start.text).slice(Math.max(0, start.offset - maxRead), start.offset),
  ).trimStart()
  const after = collapse(read(end.text).slice(end.offset, end.offset + maxRead)).trimEnd()
  const parts = Array.from({ length: end.text - start.text + 1 }, (_, index) =>
    read(start.text + index).slice(
      index === 0 ? start.offset : 0,
      start.text + index === end.text ? end.offset : undefined,
    ),
  )
  return {
    before: before.length < contextLength ? before : startWithWord(before.slice(-contextLength)),
    match: parts.join(''),
    after: after.length < contextLength ? after : endWithWord(after.slice(0, contextLength)),
  }
}

const collapse = (text: string) => text.replace(/\s+/g, ' ')
const startWithWord = (text: string) => `…${text}`.replace(/^…\S*\s/, '… ')
const endWithWord = (text: string) => `${text}…`.replace(/\s\S*…$/, ' …')

/** Converts provider descriptions to plain text. Pure. */

const entities: Record<string, string> = {
  amp: '&',
  apos: "'",
  gt: '>',
  hellip: '…',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  rdquo: '”',
  rsquo: '’',
}

const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi

/** Unknown entities are left unchanged. */
export const decodeEntities = (text: string): string =>
  text.replace(entity, (whole, decimal?: string, hex?: string, name = '') => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    if (code === undefined) return entities[name.toLowerCase()] ?? whole
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ''
  })

const maxLength = 10_000

/**
 * Matches the start of a tag, or of a known entity, at the end of the text. Other text with `&` is
 * kept, such as "R&B".
 */
const cutOff =
  /(?:<(?:[a-z/!][^<>]*)?|&(?:#x?[0-9a-f]{0,7}|amp?|apo?s?|[lg]t|hell?i?p?|[lr][ds]q?u?o?|[mn]da?s?h?|nbs?p?|quo?t?))$/i

/**
 * Converts HTML to plain text of limited length. Removes tags, spoilers and repeated blank lines,
 * and decodes entities. Returns undefined if nothing is left.
 */
export function stripMarkup(html: string): string | undefined {
  const text = decodeEntities(
    removeBetween(html.slice(0, 4 * maxLength), '~!', '!~')
      .replace(/<br\s*\/?>\s*|<\/p>\s*/gi, '\n')
      .replace(/<[^<>]*>/g, '')
      // Removes a tag or entity that the provider cut off at the end.
      .replace(cutOff, ''),
  )
    .replaceAll('\0', '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return text === '' ? undefined : text.slice(0, maxLength).toWellFormed()
}

/**
 * Does not use a regular expression, which would be slow if `start` occurs often and `end` never.
 */
function removeBetween(text: string, start: string, end: string): string {
  let kept = ''
  let at = 0
  for (;;) {
    const from = text.indexOf(start, at)
    const to = from < 0 ? -1 : text.indexOf(end, from + start.length)
    // If there is no end, the provider cut off the spoiler text, unless the start is part of text
    // such as "Hello~!".
    if (to < 0) {
      const isStart = from >= 0 && /^[\s>]?$/.test(text.charAt(from - 1))
      return kept + text.slice(at, isStart ? from : undefined)
    }
    kept += text.slice(at, from)
    at = to + end.length
  }
}

const sourceAtEnd = /\s*\(source:\s*([^()]{1,200})\)\s*$/i

/** Splits off "(Source: …)" at the end of a description. */
export function splitSource(text: string): { text: string; source: string | undefined } {
  const source = sourceAtEnd.exec(text)?.[1]?.trim()
  return { text: source === undefined ? text : text.replace(sourceAtEnd, ''), source }
}

/** Returns plain text, or undefined if the value is not a string. */
export const readPlainText = (value: unknown): string | undefined =>
  typeof value === 'string' ? stripMarkup(value) : undefined

/** One name in the three spellings that the rules need, all of the same length. Pure. */

const maxNameLength = 500

export interface NameText {
  /** As it is written, composed (NFC), without its extension. */
  original: string
  /** With spaces where the name has underscores, or dots between all its words. */
  shown: string
  /** `shown` in lower case, with plain digits, brackets and dashes of any script. */
  plain: string
}

/** Endless names keep their end: that is where the numbers are. */
export function readText(name: string): NameText {
  const last =
    name
      .slice(-2 * maxNameLength)
      .split('/')
      .at(-1) ?? ''
  const composed = last.slice(-maxNameLength).toWellFormed().normalize('NFC')
  const original = composed.slice(-maxNameLength).replace(extension, '')
  const shown = replaceSeparators(original)
  return { original, shown, plain: foldToPlain(shown) }
}

const extension = /\.(?:cb[zrt7]|zip|rar|7z|epub|kepub|mobi|azw3?|fb2|djvu|pdf|tar|txt)$/i

/** Both `a_b` and `a.b.c` are ways to write spaces; a dot between digits is a fraction. */
function replaceSeparators(text: string): string {
  const words = text.replace(/[_\s\p{Cc}]/gu, ' ')
  const dots = words.split('.').length - 1
  if (dots < 2 || words.includes(' ')) return words
  return words.replace(/(?<!\d)\.|\.(?!\d)|\.(?=\d{3,4}(?:\.|$))/g, ' ')
}

function foldToPlain(text: string): string {
  const lower = text.toLowerCase()
  const same = lower.length === text.length ? lower : [...text].map(toLowerSameLength).join('')
  return /^\p{ASCII}*$/u.test(same) ? same : same.replace(notAscii, toPlainCharacter)
}

function toLowerSameLength(character: string): string {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : character
}

const notAscii =
  /[\u0660-\u0669\u06f0-\u06f9\u0e50-\u0e59\u2010-\u2015\u2212\u301c\u3010\u3011\u3014\u3015\uff01-\uff5e]/g

function toPlainCharacter(character: string): string {
  const code = character.charCodeAt(0)
  if (code >= 0xff01) return String.fromCharCode(code - 0xfee0)
  for (const zero of [0x660, 0x6f0, 0xe50]) {
    if (code >= zero && code < zero + 10) return String(code - zero)
  }
  return signs[character] ?? '-'
}

const signs: Record<string, string> = { '〜': '~', '【': '[', '】': ']', '〔': '[', '〕': ']' }

/** Without white space and separators at its ends; null when nothing is left. */
export function tidyText(text: string): string | null {
  const words = text.replace(/\s+/g, ' ').trim()
  const headless = words.replace(/^[-–—~:;.,+\s]{1,20}/u, '')
  return headless.replace(/[-–—:;,+\s]{1,20}$/u, '') || null
}

/** The same text with spaces in the place of these parts. */
export function blankRange(text: string, parts: readonly { start: number; end: number }[]): string {
  let result = text
  for (const { start, end } of parts) {
    result = result.slice(0, start) + ' '.repeat(end - start) + result.slice(end)
  }
  return result
}

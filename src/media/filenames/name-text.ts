/** Builds three spellings of a name, all of the same length, and cleans parts of names. Pure. */

const maxNameLength = 500

export interface NameText {
  /** Original spelling in composed form (NFC), without the extension. */
  original: string
  /** The name with underscores replaced by spaces. Dots are replaced if they separate all words. */
  shown: string
  /** `shown` in lowercase with ASCII digits, brackets and dashes. */
  plain: string
}

/** If a name is too long, keeps its end, which contains the numbers. */
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

/** Matches the sign before a final number, as in `Series@1` or `Series@12 (2020)`. */
const signBeforeNumber = /(?<=[\p{L}\p{N}) ])@(?=\d{1,4}(?:\.\d)?\s*(?:$|[([]))/u

/** Matches the letter that marks a chapter number, as in `Z=100 - Title` and `Series Z=232`. */
const letterBeforeNumber = /(?<=^|[\s[(])\p{Lu}=(?=\d{1,4}(?:\.\d)?(?:\s*(?:$|[([\])])|\s?[-:]\s))/u

/** Matches the dot in a name that consists of a word and a number, as in `File.1080`. */
const dotBeforeNumber = /(?<=^\p{L}{2,20})\.(?=\d{2,4}(?:$|\s))/u

/** Replaces separators with spaces, as in `a_b` or `a.b.c`. Keeps dots in fractions. */
function replaceSeparators(text: string): string {
  const words = restoreBrackets(text)
    .replace(/[_\s\p{Cc}]/gu, ' ')
    .replace(signBeforeNumber, ' ')
    .replace(dotBeforeNumber, ' ')
    .replace(letterBeforeNumber, 'c.')
  const dots = words.split('.').length - 1
  if (dots < 2 || words.includes(' ')) return words
  return words.replace(/(?<!\d)\.|\.(?!\d|[a-i](?:$|[-([]))|\.(?=\d{3,4}(?:\.|$))/gi, ' ')
}

/**
 * Restores the spaces and brackets of `Name (2012) (Digital)`, which a program has replaced in
 * `Name__2012___Digital_`.
 */
function restoreBrackets(text: string): string {
  if (!text.includes('__') || /[\s()[\]{}]/.test(text)) return text
  let isOpen = false
  const restored = text.replace(/_{2,3}|_$/g, (underscores) => {
    if (underscores.length === 3) return isOpen ? ') (' : underscores
    if (underscores.length === 1) return isOpen ? endBracket() : underscores
    isOpen = !isOpen
    return isOpen ? ' (' : ') '
  })
  return isOpen ? text : restored

  function endBracket() {
    isOpen = false
    return ')'
  }
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
  /[\u0660-\u0669\u06f0-\u06f9\u0e50-\u0e59\u2010-\u2015\u2044\u2212\u2215\u29f8\u301c\u3010\u3011\u3014\u3015\uff01-\uff5e]/g

function toPlainCharacter(character: string): string {
  const code = character.charCodeAt(0)
  if (code >= 0xff01) return String.fromCharCode(code - 0xfee0)
  for (const zero of [0x660, 0x6f0, 0xe50]) {
    if (code >= zero && code < zero + 10) return String(code - zero)
  }
  return signs[character] ?? '-'
}

const signs: Record<string, string> = {
  '〜': '~',
  '【': '[',
  '】': ']',
  '〔': '[',
  '〕': ']',
  // Written instead of a slash, which file names cannot contain.
  '\u2044': '/',
  '\u2215': '/',
  '\u29f8': '/',
}

/** Removes whitespace and separators at both ends. Returns null if nothing remains. */
export function tidyText(text: string): string | null {
  const words = text.replace(/\s+/g, ' ').trim()
  const headless = words.replace(/^[-–—~:;.,+\s]{1,20}/u, '')
  return headless.replace(/[-–—:;,+\s]{1,20}$/u, '') || null
}

/** Replaces the specified parts of a text with spaces, so that its length does not change. */
export function blankRange(text: string, parts: readonly { start: number; end: number }[]): string {
  let result = text
  for (const { start, end } of parts) {
    result = result.slice(0, start) + ' '.repeat(end - start) + result.slice(end)
  }
  return result
}

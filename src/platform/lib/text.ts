/**
 * Normalizes text for searching and sorting. The work is done here and not in the database, so that
 * SQLite and PostgreSQL return the same results.
 */

const foldedLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
}

const scriptsWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u

/** Case, accents, width and kana removed. The voicing marks of kana are letters, not accents. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Me}]/gu, (mark) => (mark === '\u3099' || mark === '\u309A' ? mark : ''))
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[ßæœøłđı]/g, (letter) => foldedLetters[letter] ?? letter)
}

/**
 * Stored tokens: words, and for scripts without spaces each pair of neighbors and the last
 * character.
 */
export function buildIndexTokens(...texts: (string | null | undefined)[]): string {
  const tokens = new Set<string>()
  for (const text of texts) {
    if (!text) continue
    for (const run of splitIntoRuns(text)) addIndexTokens(run, tokens)
  }
  return [...tokens].join(' ')
}

/** Search tokens: each is the beginning of a stored token, and all must match. */
export function buildQueryTokens(query: string): string[] {
  const tokens = new Set<string>()
  for (const run of splitIntoRuns(query)) addQueryTokens(run, tokens)
  return [...tokens]
}

/** Compares byte by byte: folded, leading article dropped, numbers prefixed by their length so that 2 < 10. */
export function buildSortKey(title: string): string {
  return foldText(title)
    .replace(/^(the|a|an)\s+(?=\S)/, '')
    .replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+(?=\d)/, '')
      return String.fromCharCode(0x30 + Math.min(number.length, 9)) + number
    })
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

interface Run {
  text: string
  /** Written without spaces between words, so it is cut into pairs. */
  unspaced: boolean
}

function* splitIntoRuns(text: string): Generator<Run> {
  for (const match of foldText(text).matchAll(/[\p{L}\p{N}\p{Mc}]+/gu))
    yield* splitByScript(match[0])
}

function* splitByScript(word: string): Generator<Run> {
  let text = ''
  let unspaced = false
  for (const character of word) {
    const now = scriptsWithoutSpaces.test(character)
    if (text && now !== unspaced) {
      yield { text, unspaced }
      text = ''
    }
    unspaced = now
    text += character
  }
  if (text) yield { text, unspaced }
}

function addIndexTokens(run: Run, tokens: Set<string>) {
  if (!run.unspaced) {
    tokens.add(run.text)
    return
  }
  const characters = Array.from(run.text)
  characters.forEach((character, i) => tokens.add(character + (characters[i + 1] ?? '')))
}

function addQueryTokens(run: Run, tokens: Set<string>) {
  const characters = run.unspaced ? Array.from(run.text) : []
  if (characters.length < 2) {
    tokens.add(run.text)
    return
  }
  for (let i = 0; i + 1 < characters.length; i++) {
    tokens.add(`${characters[i]}${characters[i + 1]}`)
  }
}

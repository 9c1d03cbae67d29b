/** Splits text into tokens for the full-text index and for searches in it. */
import { foldText } from './fold-text'

const scriptsWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u

/**
 * Builds the tokens to store: words, and for scripts without spaces, each pair of adjacent
 * characters and the last character.
 */
export function buildIndexTokens(...texts: (string | null | undefined)[]): string {
  const tokens = new Set<string>()
  for (const text of texts) {
    if (!text) continue
    for (const run of splitIntoRuns(text)) addIndexTokens(run, tokens)
  }
  return [...tokens].join(' ')
}

/** Builds the tokens to search for. Each must match the beginning of a stored token. */
export function buildQueryTokens(query: string): string[] {
  const tokens = new Set<string>()
  for (const run of splitIntoRuns(query)) addQueryTokens(run, tokens)
  return [...tokens]
}

interface Run {
  text: string
  /**
   * Whether the text is in a script without spaces between words, which is split into pairs of
   * characters.
   */
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

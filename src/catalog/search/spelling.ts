/**
 * Corrects typing errors in searches that found nothing: each unknown word is replaced by the
 * nearest word in the search index of series. These words are kept in memory.
 */
import { asc, gt } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Db } from '../../platform/db/store'
import type { Viewer } from '../../accounts/permissions/model'
import { formatReach } from '../../accounts/permissions/permission-rules'
import { yieldToEventLoop } from '../../platform/lib/yield'
import { seriesMetadata } from '../series/schema'
import { searchLogMessages } from './messages'
import { findTypingDistance } from './typing-distance'

/** Minimum length, because words of three letters have too many similar words. */
const minLetters = 4
const maxLetters = 40
const maxWords = 200_000
const rowsAtOnce = 1000
const maxAgeMs = 60_000
/**
 * Number of corrections to try per search, because the nearest word may occur only in libraries
 * that the viewer cannot access.
 */
const maxCorrections = 3

interface Vocabulary {
  builtAt: number
  /** Number of series for each word. */
  words: ReadonlyMap<string, number>
}

const vocabularies = new WeakMap<Context, Vocabulary>()
const pending = new WeakMap<Context, Promise<Vocabulary>>()

/**
 * Returns corrected tokens, best first, or none if every word is known or no word is similar. For a
 * viewer who cannot see everything, no word counts as known: a missing correction would reveal that
 * a hidden series contains the word.
 */
export async function correctTokens(
  ctx: Context,
  viewer: Viewer,
  tokens: readonly string[],
): Promise<string[][]> {
  const keepsKnown = formatReach(viewer) === 'all'
  const { words } = await getVocabulary(ctx)
  const choices: string[][] = []
  for (const token of tokens) choices.push(await findNearest(words, token, keepsKnown))
  const attempts = Math.min(maxCorrections, Math.max(0, ...choices.map(({ length }) => length)))
  return Array.from({ length: attempts }, (_, attempt) =>
    tokens.map((token, at) => choices[at]![attempt] ?? choices[at]![0] ?? token),
  )
}

/** Returns the known vocabulary. While a new one is being built, returns the outdated one. */
async function getVocabulary(ctx: Context): Promise<Vocabulary> {
  const known = vocabularies.get(ctx)
  if (known && performance.now() - known.builtAt < maxAgeMs) return known
  const building = pending.get(ctx) ?? startBuilding(ctx)
  if (!known) return building
  building.catch((error: unknown) =>
    ctx.log.warn({ reason: String(error) }, searchLogMessages.words_failed()),
  )
  return known
}

function startBuilding(ctx: Context): Promise<Vocabulary> {
  const building = buildVocabulary(ctx.heavy)
    .then((built) => {
      vocabularies.set(ctx, built)
      return built
    })
    .finally(() => pending.delete(ctx))
  pending.set(ctx, building)
  return building
}

async function buildVocabulary(db: Db): Promise<Vocabulary> {
  const words = new Map<string, number>()
  let last = 0
  for (;;) {
    const rows = await db
      .select({ n: seriesMetadata.n, search: seriesMetadata.search })
      .from(seriesMetadata)
      .where(gt(seriesMetadata.n, last))
      .orderBy(asc(seriesMetadata.n))
      .limit(rowsAtOnce)
    for (const { search } of rows) addWords(words, search)
    await yieldToEventLoop()
    const end = rows.at(-1)
    if (!end || rows.length < rowsAtOnce || words.size >= maxWords) break
    last = end.n
  }
  return { builtAt: performance.now(), words }
}

function addWords(words: Map<string, number>, search: string) {
  for (const word of search.split(' ')) {
    if (word.length < minLetters || word.length > maxLetters) continue
    words.set(word, (words.get(word) ?? 0) + 1)
  }
}

/**
 * Returns the nearest words. Returns none for a token with other characters or an unsuitable
 * length. With `keepsKnown`, returns none for the start of a known word.
 */
async function findNearest(
  words: Vocabulary['words'],
  token: string,
  keepsKnown: boolean,
): Promise<string[]> {
  if (token.length < minLetters || token.length > maxLetters || !/^\p{L}+$/u.test(token)) return []
  const most = token.length < 8 ? 1 : 2
  const near: { word: string; distance: number; count: number }[] = []
  let compared = 0
  for (const [word, count] of words) {
    if (word.startsWith(token)) {
      if (keepsKnown) return []
      continue
    }
    if (++compared % rowsAtOnce === 0) await yieldToEventLoop()
    const distance = findTypingDistance(token, word, most)
    if (distance <= most) near.push({ word, distance, count })
  }
  const lengthOff = (word: string) => Math.abs(word.length - token.length)
  return near
    .toSorted(
      (one, other) =>
        one.distance - other.distance ||
        lengthOff(one.word) - lengthOff(other.word) ||
        other.count - one.count ||
        (one.word < other.word ? -1 : 1),
    )
    .slice(0, maxCorrections)
    .map(({ word }) => word)
}

/**
 * Corrects typing errors in searches that found nothing: each unknown word is replaced by the
 * nearest word of the series that the viewer can see. These words are kept in memory, separately for
 * viewers who see different series: a word of a hidden series must neither be suggested nor take the
 * place of another suggestion.
 */
import { and, asc, eq, gt } from 'drizzle-orm'
import type { Context } from '../../context'
import type { Db } from '../../platform/db/store'
import type { Viewer } from '../../accounts/permissions/model'
import { formatReach } from '../../accounts/permissions/permission-rules'
import { yieldToEventLoop } from '../../platform/lib/yield'
import { isSeriesVisibleTo } from '../libraries/series-visibility'
import { series, seriesMetadata } from '../series/schema'
import { searchLogMessages } from './messages'
import { findTypingDistance } from './typing-distance'

/** Three-letter words have too many similar words to be corrected. */
const minLetters = 4
const maxLetters = 40
const maxWords = 200_000
const rowsAtOnce = 1000
const maxAgeMs = 60_000
/** Number of corrections to try per search: the nearest words may not find anything either. */
const maxCorrections = 3
/** Maximum number of different sets of visible series whose words are kept. */
const maxVocabularies = 16

interface Vocabulary {
  builtAt: number
  /** Number of series for each word. */
  words: ReadonlyMap<string, number>
}

/** Values keyed by the set of visible series, oldest first. */
type ByReach<Value> = Map<string, Value>
const vocabularies = new WeakMap<Context, ByReach<Vocabulary>>()
const pending = new WeakMap<Context, ByReach<Promise<Vocabulary>>>()

function getByReach<Value>(store: WeakMap<Context, ByReach<Value>>, ctx: Context) {
  const known = store.get(ctx) ?? new Map<string, Value>()
  store.set(ctx, known)
  return known
}

/** Returns corrected tokens, best first, or none if every word is known or no word is similar. */
export async function correctTokens(
  ctx: Context,
  viewer: Viewer,
  tokens: readonly string[],
): Promise<string[][]> {
  const { words } = await getVocabulary(ctx, viewer)
  const choices: string[][] = []
  for (const token of tokens) choices.push(await findNearest(words, token))
  const attempts = Math.min(maxCorrections, Math.max(0, ...choices.map(({ length }) => length)))
  return Array.from({ length: attempts }, (_, attempt) =>
    tokens.map((token, at) => choices[at]![attempt] ?? choices[at]![0] ?? token),
  )
}

/**
 * Returns the cached vocabulary. If it is outdated, starts building a new one in the background.
 * Waits only if there is none yet.
 */
async function getVocabulary(ctx: Context, viewer: Viewer): Promise<Vocabulary> {
  const reach = formatReach(viewer)
  const known = getByReach(vocabularies, ctx).get(reach)
  if (known && performance.now() - known.builtAt < maxAgeMs) return known
  const building = getByReach(pending, ctx).get(reach) ?? startBuilding(ctx, viewer, reach)
  if (!known) return building
  building.catch((error: unknown) =>
    ctx.log.warn({ reason: String(error) }, searchLogMessages.words_failed()),
  )
  return known
}

function startBuilding(ctx: Context, viewer: Viewer, reach: string): Promise<Vocabulary> {
  const building = buildVocabulary(ctx.heavy, viewer)
    .then((built) => {
      keepVocabulary(ctx, reach, built)
      return built
    })
    .finally(() => getByReach(pending, ctx).delete(reach))
  getByReach(pending, ctx).set(reach, building)
  return building
}

function keepVocabulary(ctx: Context, reach: string, built: Vocabulary) {
  const kept = getByReach(vocabularies, ctx)
  kept.delete(reach)
  kept.set(reach, built)
  if (kept.size > maxVocabularies) kept.delete(kept.keys().next().value!)
}

async function buildVocabulary(db: Db, viewer: Viewer): Promise<Vocabulary> {
  const words = new Map<string, number>()
  let last = 0
  for (;;) {
    const rows = await db
      .select({ n: seriesMetadata.n, search: seriesMetadata.search })
      .from(seriesMetadata)
      .innerJoin(series, eq(series.n, seriesMetadata.n))
      .where(and(gt(seriesMetadata.n, last), isSeriesVisibleTo(viewer)))
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
 * Returns the nearest words. Returns none for the start of a known word, and for tokens that
 * contain anything but letters or have an unsuitable length.
 */
async function findNearest(words: Vocabulary['words'], token: string): Promise<string[]> {
  if (token.length < minLetters || token.length > maxLetters || !/^\p{L}+$/u.test(token)) return []
  const most = token.length < 8 ? 1 : 2
  const near: { word: string; distance: number; count: number }[] = []
  let compared = 0
  for (const [word, count] of words) {
    if (word.startsWith(token)) return []
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

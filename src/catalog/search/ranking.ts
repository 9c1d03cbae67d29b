/** Ranks search matches. Series whose title starts with the text come first: see service.ts. */
import { yieldToEventLoop } from '../../platform/lib/yield'
import { buildIndexTokens } from '../../platform/lib/text/search-tokens'
import { buildSortKey } from '../../platform/lib/text/sort-key'

/** Returns true if each token matches the start of a word in the text. */
export function hasWords(text: string, tokens: readonly string[]): boolean {
  const own = buildIndexTokens(text).split(' ')
  return tokens.every((token) => own.some((word) => word.startsWith(token)))
}

/** Ranks matches in the title first, then matches in other fields. */
export const rankSeries = <Hit extends { title: string; titleSort: string | null }>(
  hits: readonly Hit[],
  tokens: readonly string[],
): Promise<Hit[]> =>
  sortByRank(hits, ({ title, titleSort }) =>
    hasWords(title, tokens) || hasWords(titleSort ?? '', tokens) ? 0 : 1,
  )

/**
 * Ranks titles that start with the text first, then titles that contain the words, then matches in
 * other fields.
 */
export const rankBooks = <Hit extends { title: string }>(
  hits: readonly Hit[],
  { q, tokens }: { q: string; tokens: readonly string[] },
): Promise<Hit[]> => {
  const key = buildSortKey(q)
  return sortByRank(hits, ({ title }) => {
    if (buildSortKey(title).startsWith(key)) return 0
    return hasWords(title, tokens) ? 1 : 2
  })
}

/**
 * Sorts by rank, lowest first, then by title. Each sort key is computed only once, not for every
 * comparison.
 */
async function sortByRank<Hit extends { title: string }>(
  hits: readonly Hit[],
  rankOf: (hit: Hit) => number,
): Promise<Hit[]> {
  const known: { hit: Hit; rank: number; key: string }[] = []
  for (const hit of hits) {
    known.push({ hit, rank: rankOf(hit), key: buildSortKey(hit.title) })
    await yieldToEventLoop()
  }
  return known.toSorted((a, b) => a.rank - b.rank || (a.key < b.key ? -1 : 1)).map(({ hit }) => hit)
}

/** Ranks matches. Sort keys are computed once per match, not per comparison. */
import { yieldToEventLoop } from '../../platform/lib/yield'
import { buildIndexTokens, buildSortKey } from '../../platform/lib/text'

/** Whether each token begins a word of the text. */
export function hasWords(text: string, tokens: readonly string[]): boolean {
  const own = buildIndexTokens(text).split(' ')
  return tokens.every((token) => own.some((word) => word.startsWith(token)))
}

/** Lowest rank first; equal ranks by title. */
export async function buildRank<Hit extends { title: string }>(
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

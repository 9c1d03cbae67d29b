/** The best of what was found: what there is to compare is found out once for each, not with each comparison. */
import { giveWay } from '../../platform/db/yield'
import { buildIndexTokens, buildSortKey } from '../../platform/lib/text'

/** Each token begins a word of the text. */
export function hasWords(text: string, tokens: readonly string[]): boolean {
  const own = buildIndexTokens(text).split(' ')
  return tokens.every((token) => own.some((word) => word.startsWith(token)))
}

/** The lowest ranks first; of equal ones by title. */
export async function buildRank<Hit extends { title: string }>(
  hits: readonly Hit[],
  rankOf: (hit: Hit) => number,
): Promise<Hit[]> {
  const known: { hit: Hit; rank: number; key: string }[] = []
  for (const hit of hits) {
    known.push({ hit, rank: rankOf(hit), key: buildSortKey(hit.title) })
    await giveWay()
  }
  return known.toSorted((a, b) => a.rank - b.rank || (a.key < b.key ? -1 : 1)).map(({ hit }) => hit)
}

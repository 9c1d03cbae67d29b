/** First letters of a list sorted by name, for jumping to a letter. */
import { count, sql } from 'drizzle-orm'
import type { Context } from '../../../context'
import { buildConditions, type Filter, isInSeriesList } from './series-filter'
import type { SeriesSort } from './series-order'
import { series } from '../schema'
import type { Viewer } from '../../../accounts/permissions/model'
import type { AlphabeticalGroup } from './model'

/** Lists the groups of first letters in the requested order. */
export async function listLetterGroups(
  ctx: Context,
  viewer: Viewer,
  { filter, sort }: { filter: Filter; sort: SeriesSort },
): Promise<AlphabeticalGroup[]> {
  const first = sql<string>`substr(${series.sortKey}, 1, 1)`
  const rows = await ctx.replica
    .select({ first, total: count() })
    .from(series)
    .where(isInSeriesList(buildConditions(ctx.replica, viewer, filter), viewer, 'set'))
    .groupBy(first)
  return mergeGroups(rows, { direction: sort.direction, isByName: sort.key === 'name' })
}

/** Merges counts of first characters into letter groups. */
export function mergeGroups(
  rows: readonly { first: string; total: number }[],
  { direction, isByName }: { direction: 'asc' | 'desc'; isByName: boolean },
): AlphabeticalGroup[] {
  const inOrder = rows.toSorted((a, b) => getCodePoint(a.first) - getCodePoint(b.first))
  const groups = new Map<string, number>()
  for (const row of inOrder) {
    const group = getLetterGroup(row.first)
    groups.set(group, (groups.get(group) ?? 0) + row.total)
  }
  const towards = direction === 'asc' ? [...groups] : [...groups].toReversed()
  return addOffsets(towards, isByName)
}

function addOffsets(groups: [string, number][], isByName: boolean): AlphabeticalGroup[] {
  let before = 0
  return groups.map(([group, total]) => {
    const offset = isByName ? before : null
    before += total
    return { group, count: total, offset }
  })
}

const getCodePoint = (character: string) => character.codePointAt(0) ?? 0

const firstHangul = 0xac00
const lastHangul = 0xd7a3
/** Hangul syllables with the same initial consonant are consecutive. */
const hangulPerConsonant = 588
const consonants = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ']

/**
 * Returns the group of a first character. Characters before the letters, such as digits, share the
 * group `#`. Scripts with thousands of characters have few groups.
 */
function getLetterGroup(first: string): string {
  const code = getCodePoint(first)
  if (first < 'a') return '#'
  if (code >= firstHangul && code <= lastHangul) {
    return consonants[Math.floor((code - firstHangul) / hangulPerConsonant)]!
  }
  return /\p{Script=Han}/u.test(first) ? '漢' : first
}

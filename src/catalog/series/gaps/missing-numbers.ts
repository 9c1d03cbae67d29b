/** Finds missing volumes, starting at volume 1, and missing chapters between existing ones. */
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/permissions/model'
import { loadNumberStates, getLowestNumber } from './numbered-books'
import { getStoredSeries } from '../metadata/service'
import type { MissingView } from './missing-numbers-model'

const maxRanges = 100

export async function getMissing(ctx: Context, viewer: Viewer, id: string): Promise<MissingView> {
  await getStoredSeries(ctx.db, viewer, id)
  const { volumes, chapters } = await loadNumberStates(ctx, viewer, id)
  const ofVolumes = findGaps([...volumes.keys()], 1)
  const ofChapters = findGaps([...chapters.keys()], getLowestNumber(chapters))
  return {
    seriesId: id,
    volumes: ofVolumes.slice(0, maxRanges),
    volumeCount: countNumbers(ofVolumes),
    chapters: ofChapters.slice(0, maxRanges),
    chapterCount: countNumbers(ofChapters),
  }
}

interface Range {
  from: number
  to: number
}

/** Finds the gaps between the numbers, starting at the first expected number. */
export function findGaps(numbers: readonly number[], first: number): Range[] {
  const gaps: Range[] = []
  let expected = first
  for (const number of numbers.toSorted((a, b) => a - b)) {
    if (number > expected) gaps.push({ from: expected, to: number - 1 })
    expected = Math.max(expected, number + 1)
  }
  return gaps
}

const countNumbers = (gaps: readonly Range[]) =>
  gaps.reduce((sum, { from, to }) => sum + to - from + 1, 0)

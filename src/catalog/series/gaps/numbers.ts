/**
 * Lists all volumes and chapters of a series as unread, in progress, read, missing, or later than
 * the last one that is present.
 */
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/permissions/model'
import { type NumberStates, loadNumberStates, getLowestNumber, maxNumbers } from './numbered-books'
import { getStoredSeries } from '../metadata/service'
import type { NumbersView, SpanView } from './numbers-model'

const mostSpans = 1000

export async function getNumbers(ctx: Context, viewer: Viewer, id: string): Promise<NumbersView> {
  const { series } = await getStoredSeries(ctx.db, viewer, id)
  const { volumes, chapters } = await loadNumberStates(ctx, viewer, id)
  const total = { volume: series.totalVolumeCount, chapter: series.totalChapterCount }
  const ofVolumes = buildSpans(volumes, {
    first: 1,
    total: within(total.volume, maxNumbers.volume),
  })
  const ofChapters = buildSpans(chapters, {
    first: getLowestNumber(chapters),
    total: within(total.chapter, maxNumbers.chapter),
  })
  return {
    seriesId: id,
    volumes: ofVolumes.slice(0, mostSpans),
    chapters: ofChapters.slice(0, mostSpans),
    isWhole: ofVolumes.length <= mostSpans && ofChapters.length <= mostSpans,
  }
}

/** Returns the total, rounded down, or 0 if it is unknown or implausible. */
const within = (total: number | null, bound: number) =>
  total === null || total > bound ? 0 : Math.floor(total)

interface Bounds {
  /** The first expected number. */
  first: number
  /** Known total, or 0 if unknown. */
  total: number
}

/** Combines consecutive numbers with the same state into spans. */
export function buildSpans(numbers: NumberStates, { first, total }: Bounds): SpanView[] {
  const spans: SpanView[] = []
  const highest = [...numbers.keys()].reduce((max, number) => Math.max(max, number), -Infinity)
  if (numbers.size === 0) return spans
  for (
    let number = Math.min(first, getLowestNumber(numbers));
    number <= Math.max(highest, total);
    number++
  ) {
    const state = numbers.get(number) ?? (number > highest ? 'ahead' : 'missing')
    const last = spans.at(-1)
    if (last?.state === state) last.to = number
    else spans.push({ from: number, to: number, state })
  }
  return spans
}

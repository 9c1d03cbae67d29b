/** All volumes and chapters of a series: which are read, at hand, missing, and not here yet. */
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/permissions/model'
import { type Counted, countedBooks, leastOf, most } from './numbered-books'
import { getStored } from '../metadata/service'
import type { NumbersView, SpanView } from './numbers-model'

const mostSpans = 1000

export async function getNumbers(ctx: Context, viewer: Viewer, id: string): Promise<NumbersView> {
  const { series } = await getStored(ctx.db, viewer, id)
  const { volumes, chapters } = await countedBooks(ctx, viewer, id)
  const total = { volume: series.totalVolumeCount, chapter: series.totalChapterCount }
  const ofVolumes = spansOf(volumes, { first: 1, total: within(total.volume, most.volume) })
  const ofChapters = spansOf(chapters, {
    first: leastOf(chapters),
    total: within(total.chapter, most.chapter),
  })
  return {
    seriesId: id,
    volumes: ofVolumes.slice(0, mostSpans),
    chapters: ofChapters.slice(0, mostSpans),
    isWhole: ofVolumes.length <= mostSpans && ofChapters.length <= mostSpans,
  }
}

/** A total that no series has says nothing. */
const within = (total: number | null, bound: number) =>
  total === null || total > bound ? 0 : Math.floor(total)

interface Bounds {
  /** The first that should be there. */
  first: number
  /** How many there are in all; 0: nobody says so. */
  total: number
}

/** Numbers that follow one another and stand alike are one span. */
export function spansOf(numbers: Counted, { first, total }: Bounds): SpanView[] {
  const spans: SpanView[] = []
  const highest = [...numbers.keys()].reduce((max, number) => Math.max(max, number), -Infinity)
  if (numbers.size === 0) return spans
  for (
    let number = Math.min(first, leastOf(numbers));
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

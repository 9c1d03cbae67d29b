/** Which volumes and chapters lie between those at hand and are not there. */
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import { books } from '../books/schema'
import type { Context } from '../context'
import type { Viewer } from '../users/model'
import { getStored } from './edit'
import type { MissingView } from './missing-model'

/** Above these a "volume" is a year and a "chapter" a date, and what lies between means nothing. */
const mostVolumes = 500
const mostChapters = 5000
const mostRanges = 100

export async function getMissing(ctx: Context, viewer: Viewer, id: string): Promise<MissingView> {
  await getStored(ctx.db, viewer, id)
  const rows = await ctx.heavy
    .selectDistinct({ volume: books.volume, chapter: books.chapter })
    .from(books)
    .where(
      and(
        eq(books.seriesId, id),
        isNull(books.trashedAt),
        or(isNotNull(books.volume), isNotNull(books.chapter)),
      ),
    )
  const volumes = rows.flatMap(({ volume }) => (volume === null ? [] : [volume]))
  const chapters = rows.flatMap(({ volume, chapter }) =>
    chapter === null || volume !== null ? [] : [Math.floor(chapter)],
  )
  const ofVolumes = volumes.some((volume) => volume > mostVolumes) ? [] : gapsIn(volumes, 1)
  // Chapters are counted on through volumes: what is before the first may be in one.
  const first = chapters.reduce((least, chapter) => Math.min(least, chapter), Infinity)
  const ofChapters = chapters.some((chapter) => chapter > mostChapters)
    ? []
    : gapsIn(chapters, first)
  return {
    seriesId: id,
    volumes: ofVolumes.slice(0, mostRanges),
    volumeCount: countOf(ofVolumes),
    chapters: ofChapters.slice(0, mostRanges),
    chapterCount: countOf(ofChapters),
  }
}

interface Range {
  from: number
  to: number
}

/** `first`: the first that should be there. */
export function gapsIn(numbers: readonly number[], first: number): Range[] {
  const gaps: Range[] = []
  let expected = first
  for (const number of numbers.toSorted((a, b) => a - b)) {
    if (number > expected) gaps.push({ from: expected, to: number - 1 })
    expected = Math.max(expected, number + 1)
  }
  return gaps
}

const countOf = (gaps: readonly Range[]) =>
  gaps.reduce((sum, { from, to }) => sum + to - from + 1, 0)

/** What is missing between the books of a series, and beyond them. */
import { i18n } from '@lingui/core'
import type { Schemas } from '../../api/client'
import { countOf, type Gap, gapNames, gapsIn } from '../../components/work/gaps'
import { formatNumber, t } from '../../i18n/i18n'

type Series = Pick<
  Schemas['Series'],
  'tracked' | 'upstreamChapterGap' | 'upstreamVolumeGap' | 'upstreamGapProvider'
>
type Books = {
  data: readonly Pick<Schemas['Book'], 'volume' | 'chapter'>[]
  total: number
}

/** One sentence each; undefined when nothing is. Holes are told only where all books are known. */
export function missingWords(series: Series, books: Books): string | undefined {
  const inside = books.data.length < books.total ? [] : holesWords(series, books.data)
  const said = [...inside, ...upstreamWords(series)]
  return said.length > 0 ? said.join(' ') : undefined
}

function holesWords({ tracked }: Series, books: Books['data']): string[] {
  const volumes = books.flatMap(({ volume }) => (volume === null ? [] : [volume]))
  const chapters = books.flatMap(({ volume, chapter }) =>
    chapter === null || volume !== null ? [] : [chapter],
  )
  const ofVolumes = gapsIn(volumes, 1)
  // Chapters are counted on through volumes: what is before the first may be in one.
  const ofChapters = tracked ? gapsIn(chapters, Math.floor(Math.min(...chapters))) : []
  return [
    ...holes(ofVolumes, (count, list) =>
      t('{count, plural, one {Volume {list} is missing.} other {Volumes {list} are missing.}}', {
        count,
        list,
      }),
    ),
    ...holes(ofChapters, (count, list) =>
      t('{count, plural, one {Chapter {list} is missing.} other {Chapters {list} are missing.}}', {
        count,
        list,
      }),
    ),
  ]
}

function holes(gaps: readonly Gap[], words: (count: number, list: string) => string): string[] {
  if (gaps.length === 0) return []
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(gapNames(gaps))
  return [words(countOf(gaps), list)]
}

function upstreamWords({ upstreamVolumeGap, upstreamChapterGap, upstreamGapProvider }: Series) {
  const source = upstreamGapProvider?.replace(/^plugin:/, '')
  const volumes = upstreamVolumeGap === null ? undefined : formatNumber(upstreamVolumeGap)
  const chapters = upstreamChapterGap === null ? undefined : formatNumber(upstreamChapterGap)
  const said = [
    ...(volumes === undefined
      ? []
      : [
          t('{count, plural, one {# volume more is out.} other {# volumes more are out.}}', {
            count: upstreamVolumeGap ?? 0,
          }),
        ]),
    ...(chapters === undefined ? [] : [t('Chapters beyond yours: {chapters}.', { chapters })]),
  ]
  return said.length > 0 && source ? [...said, t('So says {source}.', { source })] : said
}

/** Volumes and chapters that are missing between a series' books and after the last one. */
import { i18n } from '@lingui/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { useProviderName } from '../../../components/use-provider-name'
import { t } from '../../../i18n/i18n'
import { joinSentences } from '../../../i18n/message-text'

type Series = Pick<Schemas['Series'], 'upstreamChapterGap' | 'upstreamVolumeGap'>
type Missing = Pick<
  Schemas['MissingNumbers'],
  'volumes' | 'volumeCount' | 'chapters' | 'chapterCount'
>

/** Maximum number of gaps that are listed. If there are more, missing numbers are only counted. */
const mostListed = 12

/** Returns sentences about missing volumes and chapters, or undefined if none are known. */
export function useMissingNumbers(series: Schemas['Series']): string | undefined {
  const { id } = series
  const { data } = useQuery(apiQuery('/api/v1/series/{id}/missing', { params: { path: { id } } }))
  const { upstreamGapProvider: source } = series
  const providerName = useProviderName(source !== null)
  return formatMissing(series, data, source === null ? undefined : providerName(source))
}

function formatMissing(
  series: Series,
  missing: Missing | undefined,
  source: string | undefined,
): string | undefined {
  const sentences = [...(missing ? formatGaps(missing) : []), ...formatUpstream(series, source)]
  return sentences.length > 0 ? joinSentences(sentences) : undefined
}

function formatGaps({ volumes, volumeCount, chapters, chapterCount }: Missing): string[] {
  return [
    ...(volumeCount === 0
      ? []
      : volumes.length > mostListed
        ? [
            t(
              '{count, plural, one {# volume in between is missing} other {# volumes in between are missing}}',
              { count: volumeCount },
            ),
          ]
        : [
            t(
              '{count, plural, one {Volume {list} is missing} other {Volumes {list} are missing}}',
              { count: volumeCount, list: getList(volumes) },
            ),
          ]),
    ...(chapterCount === 0
      ? []
      : chapters.length > mostListed
        ? [
            t(
              '{count, plural, one {# chapter in between is missing} other {# chapters in between are missing}}',
              { count: chapterCount },
            ),
          ]
        : [
            t(
              '{count, plural, one {Chapter {list} is missing} other {Chapters {list} are missing}}',
              { count: chapterCount, list: getList(chapters) },
            ),
          ]),
  ]
}

/** Returns text such as `4, 7 and 9–12`. */
function getList(ranges: Missing['volumes']): string {
  const names = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
  return new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(names)
}

function formatUpstream(
  { upstreamVolumeGap, upstreamChapterGap }: Series,
  source: string | undefined,
) {
  const sentences = [
    ...(upstreamVolumeGap === null
      ? []
      : [
          t('{count, plural, one {# more volume is out} other {# more volumes are out}}', {
            count: upstreamVolumeGap,
          }),
        ]),
    ...(upstreamChapterGap === null
      ? []
      : [
          t('{count, plural, one {# more chapter is out} other {# more chapters are out}}', {
            count: upstreamChapterGap,
          }),
        ]),
  ]
  return sentences.length > 0 && source
    ? [...sentences, t('Source: {source}', { source })]
    : sentences
}

/** Formats releases for feeds and notifications, which are not localized. Pure. */
import type { ReleaseView } from './model'
import { renderMessage } from '../../platform/messages/message'
import { releaseTexts } from './messages'

type Spans = ReleaseView['chapters']

/**
 * Builds a title such as `Harbor, Vol. 3, Ch. 20–21`. Uses the source's title if there is no
 * number.
 */
export function formatReleaseTitle({
  seriesTitle,
  volumes,
  chapters,
  title,
}: Pick<ReleaseView, 'seriesTitle' | 'volumes' | 'chapters' | 'title'>): string {
  const numbers = [
    ...(volumes.length > 0
      ? [renderMessage(releaseTexts.volume({ number: formatSpans(volumes) }))]
      : []),
    ...(chapters.length > 0
      ? [renderMessage(releaseTexts.chapter({ number: formatSpans(chapters) }))]
      : []),
  ]
  return [seriesTitle, ...(numbers.length > 0 ? numbers : [title])].join(', ')
}

/** Formats spans of numbers, such as `20–21, 23`. */
export const formatSpans = (spans: Spans): string =>
  spans.map(({ start, end }) => (start === end ? `${start}` : `${start}–${end}`)).join(', ')

/** Formats the group, language and source, such as `Blue Ink · en · MangaUpdates`. */
export const formatReleaseOrigin = ({ groupOrUploader, language, sourceName }: ReleaseView) =>
  [groupOrUploader, language, sourceName].filter((part) => part).join(' · ')

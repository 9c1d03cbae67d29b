/** Releases in the words of feeds, which have no language of their own. Pure. */
import type { ReleaseView } from '../../ingest/releases/model'
import { renderMessage } from '../../platform/messages/message'
import { feedTexts } from './messages'

type Spans = ReleaseView['chapters']

/** `Harbor, Vol. 3, Ch. 20–21`; the title of the source if it has no number. */
export function formatReleaseTitle({ seriesTitle, volumes, chapters, title }: ReleaseView): string {
  const numbers = [
    ...(volumes.length > 0 ? [renderMessage(feedTexts.volume({ number: format(volumes) }))] : []),
    ...(chapters.length > 0
      ? [renderMessage(feedTexts.chapter({ number: format(chapters) }))]
      : []),
  ]
  return [seriesTitle, ...(numbers.length > 0 ? numbers : [title])].join(', ')
}

const format = (spans: Spans): string =>
  spans.map(({ start, end }) => (start === end ? `${start}` : `${start}–${end}`)).join(', ')

/** `Blue Ink · en · MangaUpdates`. */
export const formatReleaseOrigin = ({ groupOrUploader, language, sourceName }: ReleaseView) =>
  [groupOrUploader, language, sourceName].filter((part) => part).join(' · ')

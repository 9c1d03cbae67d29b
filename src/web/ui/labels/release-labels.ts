import type { Schemas } from '../api/client'
import { formatAgo } from '../i18n/date-time'
import { t } from '../i18n/i18n'
import { formatLanguage } from './metadata-labels'

type Release = Schemas['Release']
type Spans = Release['chapters']

/** Returns text such as `Vol. 3, Ch. 12–14`, or the source's title if the release has no number. */
export function formatNumbers({ volumes, chapters, title }: Release): string {
  const numbers = [
    ...(volumes.length > 0 ? [t('Vol. {volume}', { volume: formatSpans(volumes) })] : []),
    ...(chapters.length > 0 ? [t('Ch. {chapter}', { chapter: formatSpans(chapters) })] : []),
  ]
  return numbers.length > 0 ? numbers.join(', ') : title
}

const formatSpans = (spans: Spans): string =>
  spans.map(({ start, end }) => (start === end ? `${start}` : `${start}–${end}`)).join(', ')

/** Lists the groups that published the release, its language, its source and its age, as texts. */
export function listReleaseFacts(release: Release): string[] {
  const others = release.alsoFrom.flatMap(({ groupOrUploader }) => groupOrUploader ?? [])
  return [
    ...(release.groupOrUploader ? [release.groupOrUploader] : []),
    ...(others.length > 0 ? [t('also by {groups}', { groups: others.join(', ') })] : []),
    ...(release.language ? [formatLanguage(release.language)] : []),
    release.sourceName,
    formatAgo(release.releasedAt ?? release.observedAt),
  ]
}

export const formatReleaseState = (state: Release['state']): string =>
  ({
    announced: t('New'),
    marked_acquired: t('In library'),
    dismissed: t('Dismissed'),
    ignored: t('Ignored'),
    hidden: t('Hidden'),
  })[state]

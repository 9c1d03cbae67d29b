/** Facts other than the title that support or contradict a candidate. Pure. */
import { foldText } from '../../platform/lib/text/fold-text'
import type { Candidate, PublicationFormat } from '../providers/model'
import { reasonMessages } from './messages'
import type { LocalSeries, Reason } from './model'
import type { Medium, SeriesName } from './read-series-name'
import { joinRomaji, splitTitle } from './title-words'

/** Minimum points for a fact to confirm a candidate. */
export const confirmingPoints = 0.05

export function collectEvidence(
  local: LocalSeries,
  name: Pick<SeriesName, 'medium' | 'format' | 'year'>,
  candidate: Candidate,
): Reason[] {
  const reasons = [
    compareMedium(local, name.medium, candidate.format),
    compareKind(local, candidate.format),
    compareNamedFormat(name.format, candidate.format),
    compareYears(local, name.year, candidate.year),
    comparePeople(local, candidate),
    comparePublishers(local, candidate),
    compareVolumes(local, candidate),
    compareChapters(local, candidate),
    candidate.format === 'one_shot' && (local.maxVolume ?? 0) > 1
      ? { because: reasonMessages.one_shot(), points: -0.3 }
      : undefined,
  ]
  return reasons.filter((one) => one !== undefined)
}

const proseFormats: ReadonlySet<PublicationFormat> = new Set(['novel', 'light_novel'])
export const getMedium = (format: PublicationFormat): Medium =>
  proseFormats.has(format) ? 'prose' : 'pictures'

/**
 * Compares the media. The medium is certain if the name of the series contains it, if the file
 * format is known, or if the series is in a comic library.
 */
function compareMedium(
  { kind, format: fileFormat }: LocalSeries,
  named: Medium | undefined,
  format: PublicationFormat | null,
): Reason | undefined {
  const own = named ?? guessMedium(kind, fileFormat)
  if (own === undefined || format === null) return undefined
  const isCertain = named !== undefined || fileFormat !== null || kind === 'comic'
  if (own === getMedium(format)) {
    return { because: reasonMessages.medium_same(), points: isCertain ? 0.04 : 0.02 }
  }
  return { because: reasonMessages.medium_other({ format }), points: isCertain ? -0.4 : -0.1 }
}

function guessMedium(kind: LocalSeries['kind'], fileFormat: string | null): Medium | undefined {
  const isDrawn = kind === 'manga' || kind === 'comic' || kind === 'webtoon'
  if (fileFormat === 'epub') return isDrawn ? undefined : 'prose'
  if (kind === 'book') return 'prose'
  if (isDrawn) return 'pictures'
  return fileFormat === 'cbz' || fileFormat === 'cbr' ? 'pictures' : undefined
}

function compareNamedFormat(
  named: PublicationFormat | undefined,
  format: PublicationFormat | null,
): Reason | undefined {
  if (named === undefined || format === null) return undefined
  return named === format
    ? { because: reasonMessages.format_same({ format }), points: 0.08 }
    : { because: reasonMessages.format_other({ format }), points: -0.15 }
}

const easternFormats: ReadonlySet<PublicationFormat> = new Set([
  'manga',
  'manhwa',
  'manhua',
  'one_shot',
])

function compareKind({ kind }: LocalSeries, format: PublicationFormat | null): Reason | undefined {
  if (kind !== 'comic' && kind !== 'manga') return undefined
  if (format === null || proseFormats.has(format)) return undefined
  if (format === 'artbook' || format === 'webcomic') return undefined
  const isSame = kind === (easternFormats.has(format) ? 'manga' : 'comic')
  return isSame
    ? { because: reasonMessages.library_same(), points: 0.02 }
    : { because: reasonMessages.library_other({ format }), points: -0.15 }
}

/**
 * Compares years. Comic volumes are identified by their first year; other series can have later
 * editions.
 */
function compareYears(
  { kind }: LocalSeries,
  mine: number | null,
  theirs: number | null,
): Reason | undefined {
  if (mine === null || theirs === null) return undefined
  const years = Math.abs(mine - theirs)
  if (kind === 'comic') {
    if (years === 1) return undefined
    return years === 0
      ? { because: reasonMessages.year_same({ year: yearText(theirs) }), points: 0.1 }
      : { because: reasonMessages.year_other({ year: yearText(theirs) }), points: -0.3 }
  }
  if (theirs > mine + 1) {
    return { because: reasonMessages.year_later({ year: yearText(theirs) }), points: -0.2 }
  }
  return years <= 1
    ? { because: reasonMessages.year_same({ year: yearText(theirs) }), points: confirmingPoints }
    : undefined
}

/** Formats the year as text, because a number would get a separator: 2,009. */
const yearText = (year: number) => String(year)

const splitName = (name: string) => splitTitle(name).map(joinRomaji)

/** Compares names regardless of word order. One name may lack words that the other has. */
export function isSamePerson(a: string, b: string): boolean {
  const [short, long] = [splitName(a), splitName(b)].toSorted((x, y) => x.length - y.length)
  const words = new Set(long)
  const isLong = short!.join('').length > 3 || short!.length === long!.length
  return isLong && short!.length > 0 && short!.every((word) => words.has(word))
}

function comparePeople({ authors: mine }: LocalSeries, { authors }: Candidate) {
  if (mine.length === 0 || authors.length === 0) return undefined
  const shared = mine.filter((one) => authors.some((other) => isSamePerson(one, other))).length
  return shared > 0
    ? { because: reasonMessages.people_same(), points: 0.04 + (0.05 * shared) / mine.length }
    : {
        because: reasonMessages.people_other({ authors: authors.slice(0, 3).join(', ') }),
        points: -0.2,
      }
}

/** Compares publishers. A mismatch proves nothing, because translations have other publishers. */
function comparePublishers({ publisher: mine }: LocalSeries, { publisher }: Candidate) {
  if (mine === null || publisher === null || foldText(mine) !== foldText(publisher))
    return undefined
  return { because: reasonMessages.publisher_same({ publisher }), points: 0.03 }
}

type CountMessages = Record<
  'same' | 'near' | 'more',
  (params: { count: number; owned: number }) => Reason['because']
>

const volumeMessages: CountMessages = {
  same: reasonMessages.volumes_same,
  near: reasonMessages.volumes_near,
  more: reasonMessages.volumes_more,
}
const chapterMessages: CountMessages = {
  same: reasonMessages.chapters_same,
  near: reasonMessages.chapters_near,
  more: reasonMessages.chapters_more,
}

const compareVolumes = (local: LocalSeries, { totalVolumeCount, status }: Candidate) =>
  compareCounts(local.maxVolume, totalVolumeCount, status === 'ended', volumeMessages)
const compareChapters = (local: LocalSeries, { totalChapterCount, status }: Candidate) =>
  compareCounts(local.maxChapter, totalChapterCount, status === 'ended', chapterMessages)

function compareCounts(
  owned: number | null,
  count: number | null,
  isFinished: boolean,
  messages: CountMessages,
): Reason | undefined {
  if (owned === null || count === null) return undefined
  if (owned === count) return { because: messages.same({ count, owned }), points: 0.06 }
  if (owned < count) {
    if (owned < count * 0.75) return undefined
    return { because: messages.near({ owned, count }), points: 0.03 }
  }
  if (!isFinished || owned <= count * 1.2 + 1) return undefined
  return { because: messages.more({ owned, count }), points: -0.3 }
}

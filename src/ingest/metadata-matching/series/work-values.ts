/** Builds series field values from a provider's work. Pure. */
import type { LinkItem, TitleItem } from '../../../catalog/metadata/part-storage'
import { lazily } from '../../../platform/lib/lazily'
import { foldText } from '../../../platform/lib/text/fold-text'
import type { Work } from '../../providers/model'

/** The catalog rejects longer lists. */
const maxNames = 200
const maxTitles = 100

/** Stored values that limit what can be proposed. */
export interface CurrentValues {
  ageRating: number | null
  genres: readonly string[]
  tags: readonly string[]
  alternateTitles: readonly TitleItem[]
  externalLinks: readonly LinkItem[]
}

interface Identity {
  provider: string
  externalId: string
}

/**
 * Returns values keyed by field. A value is undefined if the provider does not have it, or if the
 * age rating would be lowered.
 */
export function buildProposedValues(
  work: Work,
  { provider, externalId }: Identity,
  current: CurrentValues,
): Record<string, unknown> {
  const externalUrl = work.siteUrl ?? null
  return {
    title: work.title,
    alternateTitles: work.alternateTitles && addTitles(work, current.alternateTitles),
    summary: work.summary,
    status: work.status === 'unknown' ? undefined : work.status,
    year: work.year,
    totalVolumeCount: work.totalVolumeCount,
    totalChapterCount: work.totalChapterCount,
    readingDirection: work.readingDirection,
    ageRating: raiseAgeRating(work.ageRating, current.ageRating),
    language: work.language,
    publisher: work.publisher,
    imprint: work.imprint,
    authors: work.authors?.map(({ name, role }) => ({ name, role, sortName: null })),
    genres: addNames(current.genres, work.genres),
    tags: addNames(current.tags, work.tags),
    externalLinks: work.siteUrl && [
      ...current.externalLinks.filter(({ sourceName }) => sourceName !== provider),
      { sourceName: provider, url: work.siteUrl, externalId },
    ],
    externalIds: [
      { source: `plugin:${provider}`, externalId, externalUrl },
      ...(work.crossReferences ?? [])
        .filter((one) => one.provider !== provider)
        .map((one) => ({ source: `plugin:${one.provider}`, externalId: one.externalId })),
    ],
    externalRatings: work.rating && [
      {
        sourceName: provider,
        rating: work.rating.score,
        voteCount: work.rating.voteCount ?? null,
      },
    ],
  }
}

/** Never lowers the rating, because users from whom the series was hidden would then see it. */
const raiseAgeRating = (offered: number | undefined, stored: number | null) =>
  offered === undefined || offered <= (stored ?? -1) ? undefined : offered

/** Keeps stored names, which come from files and users, and adds new ones. */
function addNames(stored: readonly string[], offered: readonly string[] | undefined) {
  if (!offered) return undefined
  const names = new Map([...stored, ...offered].toReversed().map((name) => [foldText(name), name]))
  return [...names.values()].toReversed().slice(0, maxNames)
}

function addTitles(work: Work, stored: readonly TitleItem[]) {
  const known = new Set([work.title, ...stored.map(({ title }) => title)])
  const added = (work.alternateTitles ?? []).flatMap(({ language, title }) => {
    if (known.has(title)) return []
    known.add(title)
    return [{ label: nameLanguage(language), title }]
  })
  const kept = stored.map(({ label, title }) => ({ label, title }))
  return [...kept, ...added].slice(0, maxTitles)
}

const getLanguageNames = lazily(
  () => new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }),
)

/** Returns a name such as `Japanese` or `Romaji`, or `Other` for an empty or invalid tag. */
function nameLanguage(tag: string): string {
  if (tag === '') return 'Other'
  if (tag.toLowerCase() === 'ja-latn') return 'Romaji'
  try {
    return getLanguageNames().of(tag) ?? tag
  } catch {
    return 'Other'
  }
}

/** Release inbox state in the URL. */
export const releaseTabs = ['announced', 'marked_acquired', 'dismissed', 'ignored'] as const
export type ReleaseTab = (typeof releaseTabs)[number]

export interface ReleasesSearch {
  /** Defaults to announced releases. */
  tab?: ReleaseTab
  page?: number
  library?: string
  language?: string
  /** Groups the releases by series. By default, the newest release comes first. */
  by?: 'series'
}

/** Undefined removes a filter. */
export type SearchChange = { [Key in keyof ReleasesSearch]: ReleasesSearch[Key] | undefined }

const maxPage = 1_000_000

/** URLs are untrusted input: unknown values are dropped. */
export function readReleasesSearch(given: Record<string, unknown>): ReleasesSearch {
  const { page, library, language } = given
  const tab = releaseTabs.find((known) => known === given['tab'])
  return {
    ...(tab && tab !== 'announced' && { tab }),
    ...(Number.isInteger(page) && Number(page) > 1 && { page: Math.min(Number(page), maxPage) }),
    ...(typeof library === 'string' && idPattern.test(library) && { library }),
    ...(typeof language === 'string' && languageTag.test(language) && { language }),
    ...(given['by'] === 'series' && { by: 'series' as const }),
  }
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const languageTag = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i

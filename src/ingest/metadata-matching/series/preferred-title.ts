/** Selects the title of a work in the language that a library prefers. Pure. */
import type { ProviderTitle, Work } from '../../providers/model'

/** Original languages, keyed by reading direction, which hints at the country. */
const originals: Record<string, readonly string[]> = {
  rtl: ['ja', 'zh', 'ko'],
  webtoon: ['ko', 'zh', 'ja'],
}

/**
 * Returns the work with its title in the given language. The provider's title becomes an alternate
 * title. Returns the work unchanged if it has no title in that language.
 */
export function preferTitle(work: Work, titleLanguage: string | null | undefined): Work {
  const { title, alternateTitles = [] } = work
  if (!titleLanguage || title === undefined) return work
  const preferred = findTitle(work, titleLanguage)
  if (!preferred || preferred.title === title) return work
  const others = alternateTitles.filter((one) => one.title !== preferred.title)
  return {
    ...work,
    title: preferred.title,
    alternateTitles: [{ language: '', title }, ...others],
  }
}

function findTitle(work: Work, wanted: string): ProviderTitle | undefined {
  const titles = work.alternateTitles ?? []
  if (wanted === 'romanized') return titles.find(({ language }) => /-latn$/i.test(language))
  if (wanted !== 'original') return findIn(titles, wanted)
  for (const language of originals[work.readingDirection ?? ''] ?? ['ja', 'ko', 'zh']) {
    const found = findIn(titles, language)
    if (found) return found
  }
  return undefined
}

/** Finds a title by language: `zh` also finds `zh-Hant`, but `ja` does not find `ja-Latn`. */
function findIn(titles: readonly ProviderTitle[], wanted: string) {
  const tag = wanted.toLowerCase()
  return (
    titles.find(({ language }) => language.toLowerCase() === tag) ??
    titles.find(
      ({ language }) => language.toLowerCase().startsWith(`${tag}-`) && !/-latn/i.test(language),
    )
  )
}

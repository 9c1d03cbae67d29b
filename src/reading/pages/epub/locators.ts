/** Readium locators for an EPUB. Pure. */
import type { PublicationPart } from '../../../media/epub/publication'
import type { Locator } from '../../progress/progression'
import { buildResourceHref } from './resource-href'

type Spine = readonly Pick<PublicationPart, 'href' | 'mediaType' | 'positions'>[]

/**
 * Converts an `href` sent by an app to the `href` in the manifest. It may be relative to the
 * manifest, to the archive root or to the package document, or an absolute URL. Returns undefined
 * if the reading order has no such part.
 */
export function normalizeHref(spine: Spine, href: string): string | undefined {
  const [path = '', ...fragment] = href.split('#')
  const names = listPossibleNames(path)
  const part =
    spine.find((one) => names.includes(one.href)) ??
    spine.find((one) => names.some((name) => one.href.endsWith(`/${name}`)))
  return part && [buildResourceHref(part.href), ...fragment].join('#')
}

/** Names in an archive may contain `%` and `?`, so the path is also tried unchanged. */
function listPossibleNames(path: string): string[] {
  const local = path.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
  const relative = local.replace(/^.*\/resources\//, '').replace(/^(?:\.?\/|resources\/)+/, '')
  const names = [relative, relative.replace(/\?.*$/s, '')]
  return [...names, ...names.flatMap((name) => decode(name) ?? [])].filter((name) => name !== '')
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

interface Position {
  page: number
  fraction: number
  /** The book's page count, or 0 if unknown. */
  pageCount: number
}

/**
 * Builds a locator for the middle of a position, so that an app that sends it back stays on the
 * same page. Returns undefined for an EPUB without text.
 */
export function buildLocator(spine: Spine, { page, fraction, pageCount }: Position) {
  const total = spine.reduce((sum, { positions }) => sum + positions, 0)
  const wanted = pageCount === total ? page : Math.ceil(fraction * total)
  const position = Math.min(Math.max(wanted, 1), total)
  let before = 0
  for (const { href, mediaType, positions } of spine) {
    if (position <= before + positions) {
      return {
        href: buildResourceHref(href),
        type: mediaType,
        locations: {
          progression: (position - before - 0.5) / positions,
          totalProgression: (position - 0.5) / total,
          position,
        },
      } satisfies Locator
    }
    before += positions
  }
  return undefined
}

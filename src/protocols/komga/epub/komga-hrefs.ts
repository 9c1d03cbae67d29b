/**
 * Converts references to parts of a book. Quire's references begin with `resources/` and are
 * encoded. Komga's locators contain the name in the archive, and its manifest contains absolute
 * URLs.
 */

const prefix = 'resources/'

/**
 * Converts a reference to the name in the archive, with the fragment. References to pages are
 * unchanged.
 */
export function toKomgaHref(href: string): string {
  if (!href.startsWith(prefix)) return href
  const [path = '', ...fragment] = href.slice(prefix.length).split('#')
  return [path.split('/').map(decodeURIComponent).join('/'), ...fragment].join('#')
}

/**
 * Removes everything before the path of the part from a URL. Returns an archive name unchanged.
 * Apps send both.
 */
export const fromKomgaHref = (href: string): string => href.replace(/^.*\/resource\//s, '')

/** Converts a reference to an absolute URL. `bookUrl` is the URL of the book. */
export const toKomgaUrl = (bookUrl: string, href: string): string =>
  `${bookUrl}/${href.startsWith(prefix) ? `resource/${href.slice(prefix.length)}` : href}`

/**
 * References to the parts of a book. Ours begin with `resources/` and are encoded. Komga's locators
 * contain the name in the archive, and its manifest contains absolute URLs.
 */

const prefix = 'resources/'

/** The name in the archive, with the fragment. References to pages are unchanged. */
export function toKomgaHref(href: string): string {
  if (!href.startsWith(prefix)) return href
  const [path = '', ...fragment] = href.slice(prefix.length).split('#')
  return [path.split('/').map(decodeURIComponent).join('/'), ...fragment].join('#')
}

/** A part of a book as sent by an app: its URL, or its name in the archive. */
export const fromKomgaHref = (href: string): string => href.replace(/^.*\/resource\//s, '')

/** `bookUrl`: the book URL. */
export const toKomgaUrl = (bookUrl: string, href: string): string =>
  `${bookUrl}/${href.startsWith(prefix) ? `resource/${href.slice(prefix.length)}` : href}`

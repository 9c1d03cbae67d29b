/** Returns a URL relative to the manifest, so that it works behind any proxy. */
export function buildResourceHref(href: string): string {
  const at = href.indexOf('#')
  const path = at < 0 ? href : href.slice(0, at)
  const fragment = at < 0 ? '' : href.slice(at)
  return `resources/${path.split('/').map(encodeURIComponent).join('/')}${fragment}`
}

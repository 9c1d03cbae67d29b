/**
 * Checks whether a path stays on this origin, as browsers parse it. Browsers treat a backslash as a
 * slash and ignore line breaks. Two leading slashes lead to a different host, even after dot
 * segments.
 */
export function isSameOrigin(path: string): boolean {
  const here = 'http://here.invalid'
  if (!path.startsWith('/') || !URL.canParse(path, here)) return false
  const { origin, pathname } = new URL(path, here)
  return origin === here && !pathname.startsWith('//')
}

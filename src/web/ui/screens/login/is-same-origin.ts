/**
 * Whether a path leads to a page of this origin, as browsers read it: to them a backslash is a slash, a line
 * break is nothing, and two slashes at the beginning, also behind dots, are another server.
 */
export function isSameOrigin(path: string): boolean {
  const here = 'http://here.invalid'
  if (!path.startsWith('/') || !URL.canParse(path, here)) return false
  const { origin, pathname } = new URL(path, here)
  return origin === here && !pathname.startsWith('//')
}

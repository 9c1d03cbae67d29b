/**
 * Whether a path leads to a page of this origin, as browsers read it: to them a backslash is a slash, and a
 * line break is nothing.
 */
export function isWithin(path: string): boolean {
  const here = 'http://here.invalid'
  return path.startsWith('/') && URL.canParse(path, here) && new URL(path, here).origin === here
}

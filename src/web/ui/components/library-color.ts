/**
 * Colors of the tiles of libraries: twelve hues, of which neighbors differ most. In the order in which the
 * libraries were added, so a new one changes no other.
 */
export function getLibraryColor(id: string, libraries: readonly { id: string }[]): string {
  const place = libraries
    .map((library) => library.id)
    .toSorted()
    .indexOf(id)
  return `hsl(${(Math.max(0, place) * 150 + 260) % 360} 26% 36%)`
}

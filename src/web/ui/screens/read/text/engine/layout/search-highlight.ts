/** The name of what was looked for, in the rules for the book's documents. */
export const foundName = 'quire-found'

/** A selection would keep a finger from turning the page; browsers without such marks show the place only. */
export function markFound(doc: Document, place: unknown) {
  const window = doc.defaultView
  const range = isRange(place) ? place.cloneRange() : null
  if (!window || !range || !('Highlight' in window)) return
  window.CSS.highlights.set(foundName, new window.Highlight(range))
}

/** Ranges of the book's documents are of another window: `instanceof` would not know them. */
const isRange = (place: unknown): place is Range =>
  typeof place === 'object' && place !== null && 'startContainer' in place

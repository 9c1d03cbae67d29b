/** Name of the CSS highlight for search results. */
export const foundName = 'quire-found'

/**
 * Highlights a search result. The text is not selected, because a selection would block swipes.
 * Without CSS highlights, only the position is shown.
 */
export function markFound(doc: Document, place: unknown) {
  const window = doc.defaultView
  const range = isRange(place) ? place.cloneRange() : null
  if (!window || !range || !('Highlight' in window)) return
  window.CSS.highlights.set(foundName, new window.Highlight(range))
}

/** The ranges belong to a different window, so `instanceof` does not work. */
const isRange = (place: unknown): place is Range =>
  typeof place === 'object' && place !== null && 'startContainer' in place

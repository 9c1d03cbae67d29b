/**
 * What was pressed may be gone before a double click is over. The rest of it is nobody's then: it neither
 * selects words of what came in its place, nor presses it.
 */
export function ignoreDoubleClick() {
  const over = new AbortController()
  const swallow = (event: MouseEvent) => {
    // The browser counts the presses of one double click.
    if (event.detail <= 1) {
      over.abort()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  for (const kind of ['mousedown', 'mouseup', 'click'] as const) {
    addEventListener(kind, swallow, { capture: true, signal: over.signal })
  }
}

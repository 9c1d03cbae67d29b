/**
 * Ignores the second click of a double click. The pressed element may be gone by then, and the
 * click would select text in its replacement or press it.
 */
export function ignoreDoubleClick() {
  const over = new AbortController()
  const swallow = (event: MouseEvent) => {
    // `detail` is the number of clicks in quick succession.
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

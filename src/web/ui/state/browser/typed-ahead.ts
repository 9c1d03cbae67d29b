/**
 * What is typed after a field was asked for and before it has the focus, because its code still
 * loads: otherwise letters are lost, or act as shortcuts on the page behind.
 */

let typed = ''
let listening: AbortController | undefined

/** Until `takeTyped` is called, or Escape is pressed. */
export function keepTyped(onCancel: () => void) {
  listening?.abort()
  typed = ''
  listening = new AbortController()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Escape') {
      takeTyped()
      onCancel()
    } else if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('')
    else if ([...event.key].length === 1) typed += event.key
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', onKeyDown, { capture: true, signal: listening.signal })
}

/** Ends it and returns the text. */
export function takeTyped(): string {
  listening?.abort()
  listening = undefined
  const text = typed
  typed = ''
  return text
}

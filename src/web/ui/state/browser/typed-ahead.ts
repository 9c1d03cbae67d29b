/**
 * Captures what is typed while the code of a requested field is still loading. Otherwise, letters
 * would be lost or trigger shortcuts on the page behind the field.
 */

let typed = ''
let isEntered = false
let listening: AbortController | undefined

/** Captures typed text until it is taken or Escape is pressed. */
export function keepTyped(onCancel: () => void) {
  listening?.abort()
  typed = ''
  isEntered = false
  listening = new AbortController()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (isForPanelButton(event)) return
    if (event.key === 'Escape') {
      takeTyped()
      onCancel()
    } else if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('')
    else if ([...event.key].length === 1) typed += event.key
    else if (event.key === 'Enter') isEntered = true
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', onKeyDown, { capture: true, signal: listening.signal })
}

/**
 * Whether the key activates a button of the panel, such as "Close", which is rendered before the
 * field.
 */
const isForPanelButton = ({ key, target }: KeyboardEvent) =>
  (key === 'Enter' || key === ' ') &&
  target instanceof Element &&
  target.closest('aside button') !== null

/** Stops capturing and returns the text. */
export const takeTyped = (): string => takeEntered().text

/** Stops capturing and returns the text, and whether Enter was pressed. */
export function takeEntered() {
  listening?.abort()
  listening = undefined
  const taken = { text: typed, isEntered }
  typed = ''
  isEntered = false
  return taken
}

import { useLayoutEffect } from 'react'

/**
 * Keeps the focus in lists whose order changes: browsers remove the focus from a node that is
 * moved. Restores the focus before the next key press.
 */
export function useKeptFocus() {
  const { activeElement } = document
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body && activeElement !== document.body
    if (isLost && activeElement instanceof HTMLElement && activeElement.isConnected) {
      activeElement.focus()
    }
  })
}

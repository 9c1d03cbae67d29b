import { useLayoutEffect } from 'react'

/**
 * For lists whose order changes: browsers remove the focus from a node that is moved. This restores
 * it before the next key can arrive.
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
